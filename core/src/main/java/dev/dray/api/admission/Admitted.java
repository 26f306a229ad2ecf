package dev.dray.api.admission;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

/** An object after admission, with warnings for its writer about what was dropped. */
public record Admitted<T>(T object, List<String> warnings) {
  public Admitted {
    requireNonNull(object, "object");
    warnings = List.copyOf(warnings);
  }

  static <T> Admitted<T> silently(T object) {
    return new Admitted<>(object, List.of());
  }

  <R> Admitted<R> map(Function<? super T, ? extends R> change) {
    return new Admitted<>(change.apply(object), warnings);
  }

  Admitted<T> warning(List<String> more) {
    return new Admitted<>(object, Stream.concat(warnings.stream(), more.stream()).toList());
  }
}
