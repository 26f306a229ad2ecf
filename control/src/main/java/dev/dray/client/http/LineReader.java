package dev.dray.client.http;

import java.io.ByteArrayOutputStream;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A response body as lines, each decoded on the thread that received it, and passed on in order.
 *
 * <p>The number of chunks ahead of the consumer is limited: a busy event loop makes the server
 * wait, instead of memory grow.
 */
final class LineReader<E> implements HttpResponse.BodySubscriber<byte[]> {
  private static final int AHEAD = 64;

  private final Function<byte[], E> decoder;
  private final BiConsumer<List<E>, Runnable> taker;
  private final CompletableFuture<byte[]> end = new CompletableFuture<>();
  private final ByteArrayOutputStream begun = new ByteArrayOutputStream();
  private Flow.@Nullable Subscription subscription;

  /**
   * @param taker gets the decoded lines, and reports when it has consumed them
   */
  LineReader(Function<byte[], E> decoder, BiConsumer<List<E>, Runnable> taker) {
    this.decoder = decoder;
    this.taker = taker;
  }

  @Override
  public CompletionStage<byte[]> getBody() {
    return end;
  }

  @Override
  public void onSubscribe(Flow.Subscription subscription) {
    this.subscription = subscription;
    subscription.request(AHEAD);
  }

  @Override
  public void onNext(List<ByteBuffer> chunks) {
    var events = new ArrayList<E>();
    try {
      chunks.forEach(chunk -> cut(chunk, events));
    } catch (RuntimeException e) {
      end.completeExceptionally(e);
      cancel();
      return;
    }
    taker.accept(events, this::more);
  }

  private void cut(ByteBuffer chunk, List<E> events) {
    while (chunk.hasRemaining()) {
      int length = untilNewline(chunk);
      boolean whole = length < chunk.remaining();
      var bytes = new byte[length];
      chunk.get(bytes);
      begun.writeBytes(bytes);
      if (whole) {
        chunk.get();
        if (begun.size() > 0) {
          events.add(decoder.apply(begun.toByteArray()));
        }
        begun.reset();
      }
    }
  }

  private static int untilNewline(ByteBuffer chunk) {
    for (int i = chunk.position(); i < chunk.limit(); i++) {
      if (chunk.get(i) == '\n') {
        return i - chunk.position();
      }
    }
    return chunk.remaining();
  }

  private void more() {
    if (subscription != null) {
      subscription.request(1);
    }
  }

  private void cancel() {
    if (subscription != null) {
      subscription.cancel();
    }
  }

  @Override
  public void onError(Throwable problem) {
    end.completeExceptionally(problem);
  }

  @Override
  public void onComplete() {
    if (begun.size() == 0) {
      end.complete(new byte[0]);
    } else {
      end.completeExceptionally(new java.io.EOFException("The stream ended inside a line."));
    }
  }
}
