package dev.dray.api.codec.text;

import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.Map;
import org.yaml.snakeyaml.DumperOptions;
import org.yaml.snakeyaml.DumperOptions.FlowStyle;
import org.yaml.snakeyaml.DumperOptions.ScalarStyle;
import org.yaml.snakeyaml.emitter.Emitter;
import org.yaml.snakeyaml.events.DocumentEndEvent;
import org.yaml.snakeyaml.events.DocumentStartEvent;
import org.yaml.snakeyaml.events.Event;
import org.yaml.snakeyaml.events.ImplicitTuple;
import org.yaml.snakeyaml.events.MappingEndEvent;
import org.yaml.snakeyaml.events.MappingStartEvent;
import org.yaml.snakeyaml.events.ScalarEvent;
import org.yaml.snakeyaml.events.SequenceEndEvent;
import org.yaml.snakeyaml.events.SequenceStartEvent;
import org.yaml.snakeyaml.events.StreamEndEvent;
import org.yaml.snakeyaml.events.StreamStartEvent;

/** A writer of one YAML document that kubectl reads back as the same values. */
public final class YamlOutput implements Output {
  private static final ImplicitTuple IMPLICIT = new ImplicitTuple(true, true);

  private final StringWriter text = new StringWriter();
  private final Emitter emitter;

  public YamlOutput() {
    var options = new DumperOptions();
    options.setIndent(2);
    options.setWidth(Integer.MAX_VALUE);
    options.setSplitLines(false);
    emitter = new Emitter(text, options);
    emit(new StreamStartEvent(null, null));
    emit(new DocumentStartEvent(null, null, false, null, Map.of()));
  }

  private void emit(Event event) {
    try {
      emitter.emit(event);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void beginObject() {
    emit(new MappingStartEvent(null, null, true, null, null, FlowStyle.BLOCK));
  }

  @Override
  public void endObject() {
    emit(new MappingEndEvent(null, null));
  }

  @Override
  public void beginArray() {
    emit(new SequenceStartEvent(null, null, true, null, null, FlowStyle.BLOCK));
  }

  @Override
  public void endArray() {
    emit(new SequenceEndEvent(null, null));
  }

  @Override
  public void name(String name) {
    string(name);
  }

  /** Writes a string, in quotes if a parser would take it for something else without them. */
  @Override
  public void string(String value) {
    boolean mistakable =
        YamlScalars.resolve(value).token() != Token.STRING
            || YamlScalars.notFinite(value)
            || YamlScalars.isTextToGoOnly(value)
            || value.equals("<<");
    if (mistakable) {
      scalar(value, ScalarStyle.DOUBLE_QUOTED);
    } else {
      scalar(value, value.contains("\n") ? ScalarStyle.LITERAL : ScalarStyle.PLAIN);
    }
  }

  @Override
  public void number(String literal) {
    scalar(literal, ScalarStyle.PLAIN);
  }

  @Override
  public void bool(boolean value) {
    scalar(Boolean.toString(value), ScalarStyle.PLAIN);
  }

  @Override
  public void nothing() {
    scalar("null", ScalarStyle.PLAIN);
  }

  private void scalar(String value, ScalarStyle style) {
    emit(new ScalarEvent(null, null, IMPLICIT, value, null, null, style));
  }

  /** Ends the document and returns its text; nothing can be written after that. */
  public String finish() {
    emit(new DocumentEndEvent(null, null, false));
    emit(new StreamEndEvent(null, null));
    return text.toString();
  }
}
