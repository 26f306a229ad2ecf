package dev.dray.api.codec.text;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.error.Mark;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.events.AliasEvent;
import org.yaml.snakeyaml.events.Event;
import org.yaml.snakeyaml.events.NodeEvent;
import org.yaml.snakeyaml.events.ScalarEvent;
import org.yaml.snakeyaml.parser.Parser;
import org.yaml.snakeyaml.parser.ParserImpl;

/**
 * The tokens of YAML documents, one after the other, as JSON would have them.
 *
 * <p>Aliases are replayed from the events recorded under their anchor, and count against a limit: a
 * few lines of aliases of aliases could otherwise stand for billions of values. The entries of a
 * merge key ({@code <<}) appear in place, marked as {@link #merged}.
 */
final class YamlTokens implements Tokens {

  /**
   * The construct around the current token; a merge adds frames that yield no tokens of their own.
   */
  private enum Frame {
    OBJECT,
    ARRAY,
    MERGED_OBJECT,
    MERGED_ARRAY
  }

  /** An anchor whose events are still being recorded. */
  private static final class Recording {
    final String anchor;
    final List<Event> events = new ArrayList<>();
    int depth;

    Recording(String anchor) {
      this.anchor = anchor;
    }
  }

  private final YamlText source;
  private final int linesBefore;
  private final Parser parser;
  private final Limits limits;
  private final Map<String, List<Event>> anchors = new HashMap<>();
  private final List<Recording> recordings = new ArrayList<>();
  private final Deque<Iterator<Event>> replays = new ArrayDeque<>();
  private final Deque<Frame> frames = new ArrayDeque<>();
  private int aliased;
  private int recorded;

  private Token current = Token.END;
  private String text = "";
  private Location location = new Location(1, 1);
  private boolean merged;
  private boolean expectsName;
  private boolean expectsMerge;
  private boolean started;

  /** Creates the tokens of a part of a file that begins at this line. */
  YamlTokens(String source, int firstLine, Limits limits) {
    var options = new LoaderOptions();
    options.setCodePointLimit(Integer.MAX_VALUE);
    this.source = new YamlText(source);
    this.linesBefore = firstLine - 1;
    this.parser = new ParserImpl(this.source, options);
    this.limits = limits;
  }

  @Override
  public boolean nextDocument() {
    while (current != Token.END) {
      next();
    }
    if (!started) {
      started = true;
      refuseUnprintable();
      parsed(); // the beginning of the stream
    }
    anchors.clear();
    recordings.clear();
    if (!parsed().is(Event.ID.DocumentStart)) {
      return false;
    }
    expectsName = false;
    next();
    return true;
  }

  @Override
  public Token next() {
    merged = false;
    while (!take(event())) {
      // The event belongs to a merge: its content comes with the events after it.
    }
    return current;
  }

  /** Makes the event the current token; returns false if it yields none. */
  private boolean take(Event event) {
    location = located(event.getStartMark());
    if (expectsMerge || frames.peek() == Frame.MERGED_ARRAY) {
      merge(event);
      return false;
    }
    return switch (event.getEventId()) {
      case MappingStart -> begin(Frame.OBJECT, Token.OBJECT);
      case SequenceStart -> begin(Frame.ARRAY, Token.ARRAY);
      case MappingEnd, SequenceEnd -> end();
      case Scalar -> scalar((ScalarEvent) event);
      case DocumentEnd -> {
        current = Token.END;
        yield true;
      }
      default -> throw syntax("The YAML here is not supported: " + event.getEventId());
    };
  }

  private boolean begin(Frame frame, Token token) {
    if (expectsName) {
      throw syntax("A field name must be a string, not a list or an object.");
    }
    push(frame);
    current = token;
    return true;
  }

  private void push(Frame frame) {
    if (frames.size() >= limits.depth()) {
      throw syntax("Objects and lists nest deeper than %d.".formatted(limits.depth()));
    }
    frames.push(frame);
    resume();
  }

  private boolean end() {
    var frame = frames.pop();
    resume();
    switch (frame) {
      case OBJECT -> current = Token.END_OBJECT;
      case ARRAY -> current = Token.END_ARRAY;
      case MERGED_OBJECT, MERGED_ARRAY -> {
        return false;
      }
    }
    return true;
  }

  /** Expects a name next, if at the beginning of an object or after one of its values. */
  private void resume() {
    var frame = frames.peek();
    expectsName = frame == Frame.OBJECT || frame == Frame.MERGED_OBJECT;
  }

  private boolean scalar(ScalarEvent event) {
    if (Surrogates.hasLone(event.getValue())) {
      throw syntax("This escape is half of a surrogate pair. Maybe write the character itself.");
    }
    if (expectsName) {
      return name(event);
    }
    value(event);
    resume();
    return true;
  }

  private boolean name(ScalarEvent event) {
    if (untaggedPlain(event) && event.getValue().equals("<<")) {
      expectsMerge = true;
      return false;
    }
    var resolved = resolved(event);
    // The field "null" of a patch may be written without quotes; an empty name is a mistake.
    if (resolved.token() == Token.NULL && !event.getValue().equals("null")) {
      throw syntax("A field name must not be empty. Maybe quote it.");
    }
    current = Token.NAME;
    text = resolved.text();
    merged = frames.peek() == Frame.MERGED_OBJECT;
    expectsName = false;
    return true;
  }

  private void merge(Event event) {
    boolean inList = frames.peek() == Frame.MERGED_ARRAY;
    expectsMerge = false;
    if (event.is(Event.ID.MappingStart)) {
      push(Frame.MERGED_OBJECT);
    } else if (event.is(Event.ID.SequenceStart) && !inList) {
      push(Frame.MERGED_ARRAY);
    } else if (event.is(Event.ID.SequenceEnd) && inList) {
      end();
    } else {
      throw syntax("A merge key (<<) takes an object or a list of objects.");
    }
  }

  private void value(ScalarEvent event) {
    var resolved = resolved(event);
    current = resolved.token();
    text = resolved.text();
  }

  private YamlScalars.Resolved resolved(ScalarEvent event) {
    var tag = Optional.ofNullable(event.getTag()).orElse("");
    if (tag.isEmpty() || tag.equals("!")) {
      return untaggedPlain(event)
          ? finite(event.getValue())
          : new YamlScalars.Resolved(Token.STRING, event.getValue());
    }
    return tagged(tag, event.getValue());
  }

  private YamlScalars.Resolved tagged(String tag, String value) {
    var resolved = finite(value);
    boolean agrees =
        switch (tag) {
          case "tag:yaml.org,2002:str" -> true;
          case "tag:yaml.org,2002:int", "tag:yaml.org,2002:float" ->
              resolved.token() == Token.NUMBER;
          case "tag:yaml.org,2002:bool" ->
              resolved.token() == Token.TRUE || resolved.token() == Token.FALSE;
          case "tag:yaml.org,2002:null" -> resolved.token() == Token.NULL;
          default -> throw syntax("The YAML tag (%s) has no meaning in JSON.".formatted(tag));
        };
    if (!agrees) {
      throw syntax("The value (%s) does not match its tag (%s).".formatted(value, tag));
    }
    return tag.endsWith(":str") ? new YamlScalars.Resolved(Token.STRING, value) : resolved;
  }

  private YamlScalars.Resolved finite(String value) {
    if (YamlScalars.notFinite(value)) {
      throw syntax("The number (%s) cannot be written in JSON. Maybe quote it.".formatted(value));
    }
    return YamlScalars.resolve(value);
  }

  private static boolean untaggedPlain(ScalarEvent event) {
    return event.isPlain() && Optional.ofNullable(event.getTag()).isEmpty();
  }

  /** Returns the next event, with aliases replaced by the recorded events. */
  private Event event() {
    while (!replays.isEmpty()) {
      if (replays.element().hasNext()) {
        return unaliased(counted(replays.element().next()));
      }
      replays.pop();
    }
    return unaliased(recorded(parsed()));
  }

  private Event unaliased(Event event) {
    if (!(event instanceof AliasEvent alias)) {
      return event;
    }
    location = located(event.getStartMark());
    var target = Optional.ofNullable(anchors.get(alias.getAnchor()));
    if (target.isEmpty()) {
      throw syntax("The alias *%s has no anchor before it.".formatted(alias.getAnchor()));
    }
    replays.push(target.get().iterator());
    return event();
  }

  private Event counted(Event event) {
    if (++aliased > limits.aliased()) {
      location = located(event.getStartMark());
      throw syntax("Aliases expand to more than %,d values.".formatted(limits.aliased()));
    }
    return event;
  }

  private Event recorded(Event event) {
    if (event instanceof NodeEvent node && !(event instanceof AliasEvent)) {
      Optional.ofNullable(node.getAnchor()).ifPresent(name -> recordings.add(new Recording(name)));
    }
    for (var iterator = recordings.iterator(); iterator.hasNext(); ) {
      var recording = iterator.next();
      if (++recorded > limits.aliased()) {
        throw syntax("The anchors cover too many values: use fewer of them.");
      }
      recording.events.add(event);
      recording.depth += depthChange(event);
      if (recording.depth == 0) {
        anchors.put(recording.anchor, recording.events);
        iterator.remove();
      }
    }
    return event;
  }

  private static int depthChange(Event event) {
    return switch (event.getEventId()) {
      case MappingStart, SequenceStart -> 1;
      case MappingEnd, SequenceEnd -> -1;
      default -> 0;
    };
  }

  private Event parsed() {
    try {
      return parser.getEvent();
    } catch (MarkedYAMLException e) {
      throw explained(e);
    } catch (YAMLException e) {
      throw new SyntaxException(String.valueOf(e.getMessage()), location);
    }
  }

  private SyntaxException explained(MarkedYAMLException e) {
    var context = Optional.ofNullable(e.getContext()).map(words -> words + ", ").orElse("");
    if (context.startsWith("while scanning a quoted scalar") && e.getContextMark() != null) {
      // The parser may notice it hundreds of lines behind the quote.
      return new SyntaxException(
          "The quote that begins here is never closed. Maybe add the missing quote at the end of"
              + " the value.",
          located(e.getContextMark()));
    }
    var problem = Optional.ofNullable(e.getProblem()).orElse("not well-formed");
    if (problem.contains("<stream end>") && e.getContextMark() != null) {
      return new SyntaxException(
          "The input ends before what begins here is closed. Maybe it is cut off, or a bracket is"
              + " missing.",
          located(e.getContextMark()));
    }
    var mark =
        Optional.ofNullable(e.getProblemMark()).or(() -> Optional.ofNullable(e.getContextMark()));
    return new SyntaxException(
        context + problem + advice(context, problem), mark.map(this::located).orElse(location));
  }

  /**
   * Returns advice for the usual reasons: expressions, whose brackets and quotes have a meaning in
   * YAML, too.
   */
  private static String advice(String context, String problem) {
    if (context.startsWith("while parsing a flow")) {
      return ". Maybe quote the value.";
    }
    boolean afterQuote =
        context.startsWith("while parsing a block") && problem.contains("but found '<scalar>'");
    return afterQuote
        ? ". Maybe a quote is missing, or one is too many, in this line or one before it."
        : "";
  }

  private Location located(Mark mark) {
    return new Location(linesBefore + mark.getLine() + 1, mark.getColumn() + 1);
  }

  private void refuseUnprintable() {
    int found = source.unprintable();
    if (found >= 0) {
      throw new SyntaxException(
          "The character U+%04X is not allowed in YAML.".formatted(source.at(found)),
          located(found));
    }
  }

  private Location located(int place) {
    int line = linesBefore + 1;
    int column = 1;
    for (int at = 0; at < place; at++) {
      boolean ends = source.at(at) == '\n';
      column = ends ? 1 : column + 1;
      line += ends ? 1 : 0;
    }
    return new Location(line, column);
  }

  private SyntaxException syntax(String message) {
    return new SyntaxException(message, location);
  }

  @Override
  public Token current() {
    return current;
  }

  @Override
  public String text() {
    return text;
  }

  @Override
  public Location location() {
    return location;
  }

  @Override
  public boolean merged() {
    return merged;
  }
}
