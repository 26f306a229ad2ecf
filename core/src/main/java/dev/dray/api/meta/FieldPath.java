package dev.dray.api.meta;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The path of a value in an object, written as Kubernetes writes it: {@code spec.devices[0].name},
 * {@code spec.devices[0].attributes[model].string}.
 *
 * <p>A path is a chain from the leaf to the root: rules build one for every field they look at, and
 * hardly any is ever printed.
 */
public final class FieldPath {

  /** One step from a value to a value inside it. */
  public sealed interface Step {
    record Child(String name) implements Step {}

    record Index(int index) implements Step {}

    record Key(String key) implements Step {}
  }

  /** The path of the object itself. */
  public static final FieldPath ROOT = new FieldPath(null, new Step.Child(""));

  private final @Nullable FieldPath parent;
  private final Step step;

  private FieldPath(@Nullable FieldPath parent, Step step) {
    this.parent = parent;
    this.step = step;
  }

  /** Returns the path of these nested fields. */
  public static FieldPath of(String first, String... more) {
    var path = ROOT.child(first);
    for (var name : more) {
      path = path.child(name);
    }
    return path;
  }

  public FieldPath child(String name) {
    return new FieldPath(this, new Step.Child(requireNonNull(name, "name")));
  }

  public FieldPath index(int index) {
    return new FieldPath(this, new Step.Index(index));
  }

  public FieldPath key(String key) {
    return new FieldPath(this, new Step.Key(requireNonNull(key, "key")));
  }

  /** Returns the same path inside the value that the other path points at. */
  public FieldPath inside(FieldPath outer) {
    var path = outer;
    for (var one : steps()) {
      path = new FieldPath(path, one);
    }
    return path;
  }

  public boolean isRoot() {
    return parent == null;
  }

  /** Returns whether this is the other path, or a path inside it. */
  public boolean isWithin(FieldPath other) {
    for (FieldPath path = this; path != null; path = path.parent) {
      if (path.equals(other)) {
        return true;
      }
    }
    return false;
  }

  /** Returns the steps from the root to this path. */
  public List<Step> steps() {
    var steps = new ArrayList<Step>();
    for (var path = this; path.parent != null; path = path.parent) {
      steps.add(path.step);
    }
    Collections.reverse(steps);
    return List.copyOf(steps);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof FieldPath that
        && step.equals(that.step)
        && Objects.equals(parent, that.parent);
  }

  @Override
  public int hashCode() {
    return 31 * Objects.hashCode(parent) + step.hashCode();
  }

  @Override
  public String toString() {
    var text = new StringBuilder();
    for (var each : steps()) {
      switch (each) {
        case Step.Child(var name) -> text.append(text.isEmpty() ? "" : ".").append(name);
        case Step.Index(var index) -> text.append('[').append(index).append(']');
        case Step.Key(var key) -> text.append('[').append(key).append(']');
      }
    }
    return text.toString();
  }
}
