package dev.dray.cli.available;

import dev.dray.allocation.fill.Filling;
import dev.dray.api.codec.JsonText;
import dev.dray.cli.output.Terminal;
import dev.dray.cli.output.TextTable;
import dev.dray.planning.Availability;
import dev.dray.planning.Offer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.stream.Collectors;

/** The output formats of {@code dray available}. */
enum AvailableReport {
  /** A table that groups nodes with the same offers. */
  TEXT {
    @Override
    void print(Availability availability, Terminal terminal) {
      var textTable = new TextTable("NODE", "POOL", "CLASS", "LARGEST", "AVAILABLE");
      alike(availability).forEach(offers -> textTable.row(cells(offers)));
      textTable.print(terminal.out());
      printTotals(availability, terminal);
      printTroubles(availability, terminal);
    }
  },
  /** A table with a line for each node and device type. */
  WIDE {
    @Override
    void print(Availability availability, Terminal terminal) {
      var textTable =
          new TextTable(
              "NODE",
              "POOL",
              "CLASS",
              "KIND",
              "AVAILABLE",
              "TOGETHER",
              "OF",
              "DEVICES",
              "IN USE",
              "SHARED",
              "TAINTED",
              "CAPACITY");
      for (var offer : availability.offers()) {
        offer.items().forEach(item -> textTable.row(cells(offer, item)));
      }
      textTable.print(terminal.out());
      printTotals(availability, terminal);
      printTroubles(availability, terminal);
    }
  },
  /** JSON. */
  JSON {
    @Override
    void print(Availability availability, Terminal terminal) {
      terminal.out().println(json(availability));
    }
  };

  abstract void print(Availability availability, Terminal terminal);

  /** Groups offers of different nodes that read the same, in order of their first node. */
  private static List<List<Offer>> alike(Availability availability) {
    var alike = new LinkedHashMap<List<Object>, List<Offer>>();
    for (var offer : availability.offers()) {
      var key =
          List.<Object>of(
              offer.pool().driver(), offer.deviceClass(), offer.items(), offer.largest());
      alike.computeIfAbsent(key, _ -> new ArrayList<>()).add(offer);
    }
    return List.copyOf(alike.values());
  }

  private static String[] cells(List<Offer> offers) {
    var first = offers.getFirst();
    int more = offers.size() - 1;
    boolean onePool = offers.stream().allMatch(offer -> offer.pool().equals(first.pool()));
    return new String[] {
      more == 0 ? first.node() : "%s and %d more".formatted(first.node(), more),
      onePool ? first.pool().toString() : first.pool().driver() + "/*",
      first.deviceClass(),
      first.largest().orElse("-"),
      sentence(first)
    };
  }

  private static String sentence(Offer offer) {
    var there =
        offer.items().stream().filter(Offer.Item::canBeHad).map(AvailableReport::phrase).toList();
    return there.isEmpty() ? nothing(offer) : String.join(", or ", there);
  }

  private static String nothing(Offer offer) {
    int devices = offer.items().stream().mapToInt(Offer.Item::devices).sum();
    int inUse = offer.items().stream().mapToInt(Offer.Item::inUse).sum();
    int tainted = offer.items().stream().mapToInt(Offer.Item::tainted).sum();
    return "nothing (%d %s, %d in use, %d tainted)"
        .formatted(devices, devices == 1 ? "device" : "devices", inUse, tainted);
  }

  private static String phrase(Offer.Item item) {
    var notes = new ArrayList<String>();
    if (item.together() > item.available()) {
      notes.add("%d together".formatted(item.together()));
    }
    item.rooms()
        .forEach(
            (name, room) ->
                notes.add(
                    "%s up to %s, %s of %s left"
                        .formatted(name, room.largest(), room.left(), room.total())));
    if (item.tainted() > 0) {
      notes.add("%d tainted".formatted(item.tainted()));
    }
    var what = counted(item);
    return notes.isEmpty() ? what : "%s (%s)".formatted(what, String.join("; ", notes));
  }

  private static String counted(Offer.Item item) {
    if (item.available() == 0) {
      return byAmount(item.byAmount(), item.kind());
    }
    var number = count(item.available());
    return item.shareable()
        ? "%s %s of %s".formatted(number, item.available() == 1 ? "share" : "shares", item.kind())
        : "%s× %s".formatted(number, item.kind());
  }

  private static String byAmount(long number, String kind) {
    return "%d× %s by amount".formatted(number, kind);
  }

  private static String count(long number) {
    return number == Filling.UNLIMITED ? "any number of" : String.valueOf(number);
  }

  private static String[] cells(Offer offer, Offer.Item item) {
    var rooms =
        item.rooms().entrySet().stream()
            .map(
                entry ->
                    "%s: up to %s, %s of %s left"
                        .formatted(
                            entry.getKey(),
                            entry.getValue().largest(),
                            entry.getValue().left(),
                            entry.getValue().total()))
            .collect(Collectors.joining("; "));
    return new String[] {
      offer.node(),
      offer.pool().toString(),
      offer.deviceClass(),
      item.kind(),
      item.byAmount() > 0 ? item.byAmount() + " by amount" : number(item.available()),
      number(item.together()),
      number(item.ofAtMost()),
      String.valueOf(item.devices()),
      String.valueOf(item.inUse()),
      String.valueOf(item.shared()),
      String.valueOf(item.tainted()),
      rooms.isEmpty() ? "-" : rooms
    };
  }

  private static String number(long number) {
    return number == Filling.UNLIMITED ? "unlimited" : String.valueOf(number);
  }

  /** Prints a total for each class, if there are several nodes. */
  private static void printTotals(Availability availability, Terminal terminal) {
    long nodes = availability.offers().stream().map(Offer::node).distinct().count();
    if (availability.offers().isEmpty()) {
      terminal.out().println("No node sees a device of these classes.");
    } else if (nodes > 1) {
      terminal.out().println();
      var byClass =
          availability.totals().stream()
              .collect(
                  Collectors.groupingBy(
                      Availability.Total::deviceClass, LinkedHashMap::new, Collectors.toList()));
      byClass.forEach(
          (name, totals) ->
              terminal
                  .out()
                  .printf("cluster, class %s, each kind by itself: %s%n", name, sentence(totals)));
    }
  }

  private static String sentence(List<Availability.Total> totals) {
    var there = new ArrayList<String>();
    for (var total : totals) {
      if (total.available() > 0) {
        there.add("%s× %s".formatted(count(total.available()), total.kind()));
      }
      if (total.byAmount() > 0) {
        there.add(byAmount(total.byAmount(), total.kind()));
      }
    }
    return there.isEmpty() ? "nothing" : String.join(", ", there);
  }

  private static void printTroubles(Availability availability, Terminal terminal) {
    var nodesByMessage = new LinkedHashMap<String, List<String>>();
    availability
        .troubles()
        .forEach(
            it ->
                nodesByMessage
                    .computeIfAbsent(it.message(), _ -> new ArrayList<>())
                    .add(it.node()));
    nodesByMessage.forEach(
        (message, nodes) ->
            terminal
                .err()
                .printf(
                    "warning: %s%s: %s%n",
                    nodes.getFirst(),
                    nodes.size() == 1 ? "" : " and %d more".formatted(nodes.size() - 1),
                    message));
  }

  private static JsonText json(Availability availability) {
    var json = new JsonText().beginObject();
    json.name("offers").beginArray();
    availability.offers().forEach(offer -> write(offer, json));
    json.endArray().name("cluster").beginArray();
    for (var total : availability.totals()) {
      json.beginObject().name("class").string(total.deviceClass());
      json.name("kind").string(total.kind());
      json.name("devices").number(total.devices());
      write("available", total.available(), json);
      json.name("byAmount").number(total.byAmount());
      json.endObject();
    }
    json.endArray().name("troubles").beginArray();
    for (var trouble : availability.troubles()) {
      json.beginObject().name("node").string(trouble.node());
      json.name("message").string(trouble.message()).endObject();
    }
    return json.endArray().endObject();
  }

  private static void write(Offer offer, JsonText json) {
    json.beginObject().name("node").string(offer.node());
    json.name("driver").string(offer.pool().driver());
    json.name("pool").string(offer.pool().pool());
    json.name("class").string(offer.deviceClass());
    offer.largest().ifPresent(largest -> json.name("largest").string(largest));
    json.name("kinds").beginArray();
    offer.items().forEach(item -> write(item, json));
    json.endArray().endObject();
  }

  private static void write(Offer.Item item, JsonText json) {
    json.beginObject().name("kind").string(item.kind());
    write("available", item.available(), json);
    write("together", item.together(), json);
    write("ofAtMost", item.ofAtMost(), json);
    json.name("byAmount").number(item.byAmount());
    json.name("devices").number(item.devices());
    json.name("inUse").number(item.inUse());
    json.name("shared").number(item.shared());
    json.name("tainted").number(item.tainted());
    json.name("shareable").bool(item.shareable());
    json.name("capacity").beginObject();
    item.rooms()
        .forEach(
            (name, room) -> {
              json.name(name).beginObject().name("largest").string(room.largest().toString());
              json.name("left").string(room.left().toString());
              json.name("total").string(room.total().toString()).endObject();
            });
    json.endObject().endObject();
  }

  /** Writes a number; an unlimited one is written as a word. */
  private static void write(String name, long number, JsonText json) {
    json.name(name);
    if (number == Filling.UNLIMITED) {
      json.string("unlimited");
    } else {
      json.number(number);
    }
  }
}
