package dev.dray.cel.value;

import static java.util.stream.Collectors.joining;

import dev.dray.cel.value.Value.ErrorValue;
import java.util.Arrays;

/** The failures that many functions share. */
public final class Failures {
  public static final ErrorValue NO_SUCH_OVERLOAD = new ErrorValue("no such overload");
  public static final ErrorValue INT_OVERFLOW = new ErrorValue("integer overflow");
  public static final ErrorValue UINT_OVERFLOW = new ErrorValue("unsigned integer overflow");
  public static final ErrorValue TIMESTAMP_OVERFLOW = new ErrorValue("timestamp overflow");
  public static final ErrorValue DIVISION_BY_ZERO = new ErrorValue("division by zero");
  public static final ErrorValue MODULUS_BY_ZERO = new ErrorValue("modulus by zero");
  public static final ErrorValue NOT_ORDERED = new ErrorValue("NaN values cannot be ordered");
  public static final ErrorValue NO_VALUE = new ErrorValue("optional.none() dereference");

  private Failures() {}

  /** Returns the failure for arguments whose types fit no overload. */
  public static ErrorValue noOverload(String function, Value... arguments) {
    return new ErrorValue(
        Arrays.stream(arguments)
            .map(argument -> argument.type().name())
            .collect(joining(", ", "no such overload: " + function + "(", ")")));
  }

  /** Returns the value if it is a failure, else the failure that its type has no such overload. */
  public static ErrorValue orNoOverload(Value value) {
    return value instanceof ErrorValue error ? error : NO_SUCH_OVERLOAD;
  }

  public static ErrorValue noSuchKey(Value key) {
    return new ErrorValue("no such key: " + ValueText.of(key));
  }
}
