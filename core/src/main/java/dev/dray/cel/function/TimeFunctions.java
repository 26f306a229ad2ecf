package dev.dray.cel.function;

import dev.dray.cel.value.Overload;
import dev.dray.cel.value.Value;
import dev.dray.cel.value.Value.DurationValue;
import dev.dray.cel.value.Value.ErrorValue;
import dev.dray.cel.value.Value.IntValue;
import dev.dray.cel.value.Value.TimestampValue;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.Set;
import java.util.function.ToLongFunction;
import java.util.regex.Pattern;

/** The functions that read parts of timestamps and durations. */
public final class TimeFunctions {
  private static final Pattern NUMBER = Pattern.compile("[+-]?[0-9]{1,9}");

  /** Time zones that upstream knows and Java does not; the zone of the machine must not matter. */
  private static final Map<String, String> ABBREVIATIONS =
      Map.of(
          "", "UTC",
          "Local", "UTC",
          "EST", "Etc/GMT+5",
          "MST", "Etc/GMT+7",
          "HST", "Etc/GMT+10");

  private static final Set<String> ZONES = Set.copyOf(ZoneId.getAvailableZoneIds());

  private TimeFunctions() {}

  public static void addTo(Map<String, Overload> table) {
    moment(table, "timestamp_to_year", OffsetDateTime::getYear);
    moment(table, "timestamp_to_month", time -> time.getMonthValue() - 1L);
    moment(table, "timestamp_to_day_of_year", time -> time.getDayOfYear() - 1L);
    moment(table, "timestamp_to_day_of_month", time -> time.getDayOfMonth() - 1L);
    moment(table, "timestamp_to_day_of_month_1_based", OffsetDateTime::getDayOfMonth);
    moment(table, "timestamp_to_day_of_week", time -> time.getDayOfWeek().getValue() % 7);
    moment(table, "timestamp_to_hours", OffsetDateTime::getHour);
    moment(table, "timestamp_to_minutes", OffsetDateTime::getMinute);
    moment(table, "timestamp_to_seconds", OffsetDateTime::getSecond);
    moment(table, "timestamp_to_milliseconds", time -> time.getNano() / 1_000_000L);
    span(table, "duration_to_hours", 3_600_000_000_000L);
    span(table, "duration_to_minutes", 60_000_000_000L);
    span(table, "duration_to_seconds", 1_000_000_000L);
    span(table, "duration_to_milliseconds", 1_000_000L);
  }

  private static void moment(
      Map<String, Overload> table, String id, ToLongFunction<OffsetDateTime> part) {
    table.put(
        id,
        (_, arguments) ->
            new IntValue(part.applyAsLong(instant(arguments).atOffset(ZoneOffset.UTC))));
    Overload inZone =
        (_, arguments) -> inZone(instant(arguments), StringFunctions.text(arguments, 1), part);
    table.put(id + "_with_tz", inZone);
    table.put(id + "_tz", inZone);
  }

  private static Instant instant(Value[] arguments) {
    return ((TimestampValue) arguments[0]).value();
  }

  private static Value inZone(Instant instant, String zone, ToLongFunction<OffsetDateTime> part) {
    var colon = zone.indexOf(':');
    if (colon < 0) {
      return inNamedZone(instant, zone, part);
    }
    var hours = zone.substring(0, colon);
    var minutes = zone.substring(colon + 1);
    for (var number : new String[] {hours, minutes}) {
      if (!NUMBER.matcher(number).matches()) {
        return new ErrorValue("strconv.Atoi: parsing \"%s\": invalid syntax".formatted(number));
      }
    }
    var whole = Long.parseLong(hours) * 60;
    var rest = Long.parseLong(minutes);
    var offset = (zone.startsWith("-") ? whole - rest : whole + rest) * 60;
    return new IntValue(part.applyAsLong(instant.plusSeconds(offset).atOffset(ZoneOffset.UTC)));
  }

  private static Value inNamedZone(
      Instant instant, String zone, ToLongFunction<OffsetDateTime> part) {
    var id = ABBREVIATIONS.getOrDefault(zone, zone);
    return ZONES.contains(id)
        ? new IntValue(part.applyAsLong(instant.atZone(ZoneId.of(id)).toOffsetDateTime()))
        : new ErrorValue("unknown time zone " + zone);
  }

  private static void span(Map<String, Overload> table, String id, long nanos) {
    table.put(
        id,
        (_, arguments) -> new IntValue(((DurationValue) arguments[0]).value().toNanos() / nanos));
  }
}
