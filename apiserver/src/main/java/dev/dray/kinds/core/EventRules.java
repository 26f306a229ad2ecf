package dev.dray.kinds.core;

import dev.dray.api.json.Json;
import dev.dray.api.meta.FieldPath;
import dev.dray.api.meta.Formats;
import dev.dray.api.meta.Violation;
import dev.dray.api.meta.Violations;
import dev.dray.api.validation.meta.CommonRules;
import dev.dray.kinds.FieldMistakes;
import dev.dray.kinds.TreeRules;
import java.util.List;

/** The rules of events, in the form of the core group. */
public record EventRules(Face face) implements TreeRules {
  private static final int LONGEST_WORD = 128;
  private static final int LONGEST_MESSAGE = 1024;
  private static final List<String> FIXED =
      List.of(
          "involvedObject",
          "reason",
          "message",
          "source",
          "firstTimestamp",
          "lastTimestamp",
          "count",
          "type",
          "eventTime",
          "action",
          "related",
          "reportingComponent",
          "reportingInstance");

  /** The API group through which an event is written; the newer one is stricter. */
  public enum Face {
    CORE,
    EVENTS
  }

  @Override
  public Violations mistakes(Json.Obj event) {
    var found =
        event.text("eventTime").isEmpty() ? oldStyle(event) : namespace(event).and(newStyle(event));
    return switch (face) {
      case CORE -> found;
      case EVENTS -> found.and(series(event)).and(strict(event));
    };
  }

  private static Violations oldStyle(Json.Obj event) {
    var own = event.text("metadata", "namespace");
    var involved = event.text("involvedObject", "namespace");
    boolean fits =
        involved.isEmpty() ? own.isEmpty() || own.equals("default") : involved.equals(own);
    return fits ? Violations.NONE : elsewhere(involved);
  }

  private static Violations namespace(Json.Obj event) {
    var own = event.text("metadata", "namespace");
    var involved = event.text("involvedObject", "namespace");
    boolean fits = !involved.isEmpty() || own.equals("default") || own.equals("kube-system");
    return fits ? Violations.NONE : elsewhere(involved);
  }

  private static Violations elsewhere(String namespace) {
    return Violations.of(
        Violation.invalid(
            FieldPath.of("involvedObject", "namespace"),
            namespace,
            "does not match event.namespace"));
  }

  private Violations newStyle(Json.Obj event) {
    var controller = FieldPath.of(face == Face.CORE ? "reportingComponent" : "reportingController");
    var name = event.text("reportingComponent");
    return FieldMistakes.required(name, controller)
        .and(CommonRules.labelKey(name, controller))
        .and(word(event, "reportingInstance"))
        .and(word(event, "action"))
        .and(word(event, "reason"))
        .and(atMost(event.text("message"), LONGEST_MESSAGE, FieldPath.of("message")));
  }

  private static Violations word(Json.Obj event, String field) {
    var at = FieldPath.of(field);
    var text = event.text(field);
    return FieldMistakes.required(text, at).and(atMost(text, LONGEST_WORD, at));
  }

  private static Violations atMost(String text, int bytes, FieldPath at) {
    return Formats.longerThan(text, bytes)
        ? Violations.of(
            Violation.invalid(at, "", "can have at most %d characters".formatted(bytes)))
        : Violations.NONE;
  }

  private static Violations series(Json.Obj event) {
    if (!event.has("series")) {
      return Violations.NONE;
    }
    var found = Violations.NONE;
    if (event.number("series", "count").orElse(0L) < 2) {
      found =
          Violations.of(
              Violation.invalid(FieldPath.of("series", "count"), "", "should be at least 2"));
    }
    return found.and(
        FieldMistakes.required(
            event.text("series", "lastObservedTime"), FieldPath.of("series", "lastObservedTime")));
  }

  private static Violations strict(Json.Obj event) {
    var found = FieldMistakes.required(event.text("eventTime"), FieldPath.of("eventTime"));
    var type = event.text("type");
    if (!List.of("Normal", "Warning").contains(type)) {
      found = found.and(Violation.invalid(FieldPath.of("type"), "", "has invalid value: " + type));
    }
    for (var field : List.of("firstTimestamp", "lastTimestamp")) {
      found = found.and(unset(event.text(field).isEmpty(), field));
    }
    found = found.and(unset(event.number("count").orElse(0L) == 0, "count"));
    boolean sourceless =
        event.text("source", "component").isEmpty() && event.text("source", "host").isEmpty();
    return found.and(unset(sourceless, "source"));
  }

  private static Violations unset(boolean isUnset, String field) {
    return isUnset
        ? Violations.NONE
        : Violations.of(Violation.invalid(FieldPath.of(field), "", "needs to be unset"));
  }

  @Override
  public Violations changeMistakes(Json.Obj object, Json.Obj stored) {
    if (face == Face.CORE) {
      return Violations.NONE;
    }
    var found = Violations.NONE;
    for (var field : FIXED) {
      found = found.and(FieldMistakes.kept(object, stored, field, FieldMistakes.IMMUTABLE));
    }
    return found;
  }

  @Override
  public boolean createsOnUpdate() {
    return true;
  }
}
