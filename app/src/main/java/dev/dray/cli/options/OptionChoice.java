package dev.dray.cli.options;

import java.util.EnumSet;
import java.util.Locale;
import java.util.function.Function;
import picocli.CommandLine.ParameterException;

/** An option whose values are the constants of an enum, in any case. */
public final class OptionChoice {
  private OptionChoice() {}

  public static <E extends Enum<E>> E of(
      Class<E> choices, String option, String given, Function<String, ParameterException> mistake) {
    var all = EnumSet.allOf(choices);
    return all.stream()
        .filter(it -> it.name().equalsIgnoreCase(given))
        .findFirst()
        .orElseThrow(
            () -> {
              var names = all.stream().map(it -> it.name().toLowerCase(Locale.ROOT)).toList();
              return mistake.apply(
                  "%1$s must be %3$s or %4$s, got \"%2$s\"."
                      .formatted(
                          option,
                          given,
                          String.join(", ", names.subList(0, names.size() - 1)),
                          names.getLast()));
            });
  }
}
