package dev.dray.store.etcd;

import com.google.common.util.concurrent.ListenableFuture;
import dev.dray.store.StoreException;
import io.grpc.Status;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Waits for etcd's responses, for which {@link EtcdClient} sets a deadline, and explains failures.
 */
final class EtcdCalls {
  private static final Duration PAUSE = Duration.ofMillis(50);

  private final List<URI> endpoints;

  EtcdCalls(List<URI> endpoints) {
    this.endpoints = List.copyOf(endpoints);
  }

  /** An error of etcd, or the absence of a response. */
  static final class Failure extends Exception {
    private static final long serialVersionUID = 1L;

    private final transient Status status;

    Failure(Status status, Throwable cause) {
      super(status.getCode() + " " + status.getDescription(), cause);
      this.status = status;
    }

    /** Returns whether etcd refused the request, so that it was certainly not done. */
    boolean isRefusal() {
      return switch (status.getCode()) {
        case INVALID_ARGUMENT,
            NOT_FOUND,
            OUT_OF_RANGE,
            FAILED_PRECONDITION,
            PERMISSION_DENIED,
            UNAUTHENTICATED,
            UNIMPLEMENTED ->
            true;
        case OK,
            CANCELLED,
            UNKNOWN,
            DEADLINE_EXCEEDED,
            ALREADY_EXISTS,
            RESOURCE_EXHAUSTED,
            ABORTED,
            INTERNAL,
            UNAVAILABLE,
            DATA_LOSS ->
            false;
      };
    }

    /** Returns whether the connection ended; Netty sometimes reports that as an unknown error. */
    boolean isLostConnection() {
      return status.getCode() == Status.Code.UNAVAILABLE
          || (status.getCode() == Status.Code.UNKNOWN && says("channel closed"));
    }

    boolean isNotFound() {
      return status.getCode() == Status.Code.NOT_FOUND;
    }

    boolean isCompacted() {
      return says("has been compacted");
    }

    boolean isFuture() {
      return says("future revision");
    }

    private boolean says(String words) {
      return String.valueOf(status.getDescription()).contains(words);
    }
  }

  /** Returns the response, or throws the failure as a checked exception. */
  <T> T get(ListenableFuture<T> answer) throws Failure {
    boolean interrupted = false;
    try {
      while (true) {
        try {
          return answer.get();
        } catch (InterruptedException _) {
          interrupted = true; // The caller of a write must learn its outcome.
        }
      }
    } catch (ExecutionException e) {
      throw new Failure(status(e.getCause()), e);
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private static Status status(@Nullable Throwable error) {
    var status = Status.fromThrowable(error == null ? new IllegalStateException() : error);
    // gRPC's own description lists the states of its queues.
    return status.getCode() == Status.Code.DEADLINE_EXCEEDED
        ? status.withDescription("no answer within %d s".formatted(EtcdClient.DEADLINE.toSeconds()))
        : status;
  }

  /** Returns the response to a call that may be done twice, and is if its connection is lost. */
  <T> T repeat(Supplier<ListenableFuture<T>> call) throws Failure {
    long end = System.nanoTime() + EtcdClient.DEADLINE.toNanos();
    while (true) {
      try {
        return get(call.get());
      } catch (Failure e) {
        if (!e.isLostConnection()
            || System.nanoTime() - end > 0
            || Thread.currentThread().isInterrupted()) {
          throw e;
        }
        LockSupport.parkNanos(PAUSE.toNanos());
      }
    }
  }

  /** Does the same, and throws a failure as a {@link StoreException}. */
  <T> T ask(String doing, Supplier<ListenableFuture<T>> call) {
    try {
      return repeat(call);
    } catch (Failure e) {
      throw trouble(doing, e);
    }
  }

  StoreException trouble(String doing, Failure failure) {
    return new StoreException(
        "etcd (%s) failed at %s: %s. %s"
            .formatted(endpoints, doing, failure.getMessage(), advice(failure)),
        failure);
  }

  private static String advice(Failure failure) {
    return switch (failure.status.getCode()) {
      case RESOURCE_EXHAUSTED ->
          "Its space is used up: compact, defragment and disarm the alarm, or raise"
              + " --quota-backend-bytes.";
      case INVALID_ARGUMENT ->
          "If it is too much at once, raise etcd's --max-txn-ops or --max-request-bytes.";
      case UNAUTHENTICATED, PERMISSION_DENIED ->
          "Check the client certificate and the rights of its user in etcd.";
      case OK,
          CANCELLED,
          UNKNOWN,
          DEADLINE_EXCEEDED,
          NOT_FOUND,
          ALREADY_EXISTS,
          ABORTED,
          OUT_OF_RANGE,
          UNIMPLEMENTED,
          INTERNAL,
          UNAVAILABLE,
          DATA_LOSS,
          FAILED_PRECONDITION ->
          "Check that most members run and that the endpoints and certificates are right.";
    };
  }
}
