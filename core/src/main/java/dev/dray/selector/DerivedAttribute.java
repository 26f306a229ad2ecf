package dev.dray.selector;

import dev.dray.api.resource.device.DeviceAttribute;
import dev.dray.cel.frontend.Expr;
import dev.dray.cel.plan.Program;
import dev.dray.cel.value.Cancellation;
import dev.dray.cel.value.ListValue;
import dev.dray.cel.value.NativeConversion;
import dev.dray.cel.value.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** An expression that computes an attribute of a device; for any number of threads. */
public final class DerivedAttribute {
  private final Expr expr;
  private final Program program;

  DerivedAttribute(Expr expr, Program program) {
    this.expr = expr;
    this.program = program;
  }

  /** The result of computing the attribute. */
  public sealed interface Derivation {
    record Derived(DeviceAttribute value) implements Derivation {}

    /** No value; the message is in upstream's words. */
    record Failed(String message) implements Derivation {}
  }

  /** Returns the checked expression. */
  public Expr expr() {
    return expr;
  }

  public Derivation of(CelDevice device) {
    return of(device, Cancellation.NEVER);
  }

  /** Computes the attribute until the signal asks to stop; short loops are finished first. */
  public Derivation of(CelDevice device, Cancellation cancellation) {
    var values = new DeviceValues(device);
    var mistake = values.mistake();
    return mistake.isPresent()
        ? new Derivation.Failed(mistake.get())
        : derived(program.evaluate(values, cancellation));
  }

  private static Derivation derived(Value value) {
    if (value instanceof Value.ErrorValue(var message)) {
      return new Derivation.Failed(message);
    }
    var held = NativeConversion.held(value);
    if (held instanceof ListValue list) {
      return list(list);
    }
    return scalar(held)
        .<Derivation>map(Derivation.Derived::new)
        .orElseGet(
            () ->
                new Derivation.Failed(
                    "unsupported CEL return type: " + NativeConversion.nativeName(held)));
  }

  private static Optional<DeviceAttribute> scalar(Value value) {
    return switch (value) {
      case Value.BoolValue(var truth) -> Optional.of(new DeviceAttribute.BoolValue(truth));
      case Value.IntValue(var number) -> Optional.of(new DeviceAttribute.IntValue(number));
      case Value.StringValue(var text) -> Optional.of(new DeviceAttribute.StringValue(text));
      case Value.SemverValue(var version) ->
          Optional.of(new DeviceAttribute.VersionValue(version.toString()));
      default -> Optional.empty();
    };
  }

  private static Derivation list(ListValue list) {
    if (list.size() == 0) {
      return new Derivation.Derived(new DeviceAttribute.StringValues(List.of()));
    }
    var elements = new ArrayList<DeviceAttribute>();
    for (var element : list) {
      var held = NativeConversion.held(element);
      var scalar = scalar(held);
      if (elements.isEmpty() && scalar.isEmpty()) {
        return new Derivation.Failed(
            "unsupported list element type: " + NativeConversion.nativeName(held));
      }
      if (scalar.isEmpty()
          || (!elements.isEmpty() && scalar.get().getClass() != elements.getFirst().getClass())) {
        return new Derivation.Failed(
            "expected list element at index %d to be %s, got %s"
                .formatted(
                    elements.size(), name(elements.getFirst()), NativeConversion.nativeName(held)));
      }
      elements.add(scalar.get());
    }
    return new Derivation.Derived(together(elements));
  }

  private static String name(DeviceAttribute scalar) {
    return switch (scalar) {
      case DeviceAttribute.BoolValue _ -> "bool";
      case DeviceAttribute.IntValue _ -> "int";
      case DeviceAttribute.VersionValue _ -> "semver";
      default -> "string";
    };
  }

  private static DeviceAttribute together(List<DeviceAttribute> scalars) {
    return switch (scalars.getFirst()) {
      case DeviceAttribute.BoolValue _ ->
          new DeviceAttribute.BoolValues(
              scalars.stream().map(it -> ((DeviceAttribute.BoolValue) it).value()).toList());
      case DeviceAttribute.IntValue _ ->
          new DeviceAttribute.IntValues(
              scalars.stream().map(it -> ((DeviceAttribute.IntValue) it).value()).toList());
      case DeviceAttribute.VersionValue _ ->
          new DeviceAttribute.VersionValues(
              scalars.stream().map(it -> ((DeviceAttribute.VersionValue) it).value()).toList());
      default ->
          new DeviceAttribute.StringValues(
              scalars.stream().map(it -> ((DeviceAttribute.StringValue) it).value()).toList());
    };
  }
}
