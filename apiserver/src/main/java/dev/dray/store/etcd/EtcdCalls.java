package dev.dray.store.etcd;

import dev.dray.store.StoreException;
import io.grpc.Status;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Waits for etcd's responses, within a deadline, and explains failures. */
final class EtcdCalls {
  private final List<URI> endpoints;
  private final Duration deadline;

  EtcdCalls(List<URI> endpoints, Duration deadline) {
    this.endpoints = List.copyOf(endpoints);
    this.deadline = deadline;
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
  <T> T get(CompletableFuture<T> answer) throws Failure {
    boolean interrupted = false;
    long end = System.nanoTime() + deadline.toNanos();
    try {
      while (true) {
        try {
          return answer.get(end - System.nanoTime(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException _) {
          interrupted = true; // The caller of a write must learn its outcome.
        }
      }
    } catch (TimeoutException e) {
      answer.cancel(true);
      throw new Failure(
          Status.DEADLINE_EXCEEDED.withDescription(
              "no answer within %d s".formatted(deadline.toSeconds())),
          e);
    } catch (ExecutionException e) {
      throw new Failure(status(e), e);
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private static Status status(Throwable error) {
    for (var it = error; it != null; it = it.getCause()) {
      var status = Status.fromThrowable(it);
      if (status.getCode() != Status.Code.UNKNOWN) {
        return status;
      }
    }
    return Status.UNKNOWN.withDescription(String.valueOf(error.getMessage()));
  }

  /** Returns the response, or throws the failure as a {@link StoreException}. */
  <T> T ask(String doing, CompletableFuture<T> answer) {
    try {
      return get(answer);
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
