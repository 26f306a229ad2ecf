package dev.dray.cel.function;

import dev.dray.api.meta.Parsed;
import dev.dray.cel.value.ListValue;
import dev.dray.cel.value.MapValue;
import dev.dray.cel.value.Overload;
import dev.dray.cel.value.Url;
import dev.dray.cel.value.UrlParser;
import dev.dray.cel.value.Value;
import dev.dray.cel.value.Value.BoolValue;
import dev.dray.cel.value.Value.StringValue;
import dev.dray.cel.value.Value.UrlValue;
import java.util.Map;
import java.util.function.Function;

/** The functions of URLs. */
public final class UrlFunctions {
  private UrlFunctions() {}

  public static void addTo(Map<String, Overload> table) {
    table.put("string_to_url", (_, arguments) -> read(StringFunctions.text(arguments, 0)));
    table.put(
        "is_url_string", (_, arguments) -> BoolValue.of(isUrl(StringFunctions.text(arguments, 0))));
    part(table, "url_get_scheme", Url::scheme);
    part(table, "url_get_host", Url::host);
    part(table, "url_get_hostname", Url::hostname);
    part(table, "url_get_port", Url::port);
    part(table, "url_get_escaped_path", Url::escapedPath);
    table.put("url_get_query", (_, arguments) -> query(((UrlValue) arguments[0]).url()));
  }

  private static void part(Map<String, Overload> table, String id, Function<Url, String> part) {
    table.put(
        id,
        (_, arguments) -> new StringValue(Url.text(part.apply(((UrlValue) arguments[0]).url()))));
  }

  private static Value read(String text) {
    return switch (Url.parse(text)) {
      case Parsed.Value<Url>(var url) -> new UrlValue(url);
      case Parsed.Mistake<Url>(var message) ->
          new Value.ErrorValue(
              "URL parse error during conversion from string: %s".formatted(message));
    };
  }

  private static boolean isUrl(String text) {
    return UrlParser.mistake(text).isEmpty();
  }

  private static Value query(Url url) {
    var entries = new MapValue.Growing();
    url.parameters()
        .forEach((name, values) -> entries.put(new StringValue(name), ListValue.ofStrings(values)));
    return entries.grown();
  }
}
