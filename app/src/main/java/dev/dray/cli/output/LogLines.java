package dev.dray.cli.output;

import dev.dray.api.json.Json;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.logging.Formatter;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.regex.Pattern;

/** The log formats, with one line for each record. */
public abstract class LogLines extends Formatter {
  private static final DateTimeFormatter TIME =
      new DateTimeFormatterBuilder().appendInstant(3).toFormatter();
  private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_.:/@+-]+");

  /** {@code time=… level=warn logger=informer msg="…"}. */
  public static final LogLines KEYS_AND_VALUES =
      new LogLines() {
        @Override
        String line(Map<String, String> fields) {
          var line = new StringBuilder();
          fields.forEach(
              (key, value) ->
                  line.append(line.isEmpty() ? "" : " ")
                      .append(key)
                      .append('=')
                      .append(PLAIN.matcher(value).matches() ? value : Json.of(value).toText()));
          return line.toString();
        }
      };

  /** The same fields as a JSON object. */
  public static final LogLines JSON =
      new LogLines() {
        @Override
        String line(Map<String, String> fields) {
          return Json.strings(fields).toText();
        }
      };

  private LogLines() {}

  abstract String line(Map<String, String> fields);

  @Override
  public String format(LogRecord record) {
    var fields = new LinkedHashMap<String, String>();
    fields.put("time", TIME.format(record.getInstant()));
    fields.put("level", level(record.getLevel()));
    fields.put("logger", logger(record));
    fields.put("msg", formatMessage(record));
    var thrown = record.getThrown();
    if (thrown != null) {
      fields.put("error", thrown.toString());
      fields.put("trace", trace(thrown));
    }
    return line(fields) + "\n";
  }

  private static String level(Level level) {
    int value = level.intValue();
    return value >= Level.SEVERE.intValue()
        ? "error"
        : value >= Level.WARNING.intValue()
            ? "warn"
            : value >= Level.INFO.intValue() ? "info" : "debug";
  }

  /** Returns the logger's name without the prefix of Dray's packages. */
  private static String logger(LogRecord record) {
    var name = record.getLoggerName();
    return name == null ? "" : name.replaceFirst("^dev\\.dray\\.", "");
  }

  private static String trace(Throwable thrown) {
    var text = new StringWriter();
    thrown.printStackTrace(new PrintWriter(text));
    return text.toString().strip();
  }
}
