package dev.dray.cli.explain;

import dev.dray.allocation.explain.Cause;
import dev.dray.allocation.explain.DeviceCheck;
import dev.dray.allocation.explain.Explanation;
import dev.dray.allocation.explain.Funnel;
import dev.dray.allocation.explain.NodesExplanation;
import dev.dray.allocation.explain.RequestFunnel;
import dev.dray.allocation.explain.Shortfall;
import dev.dray.api.codec.JsonText;
import dev.dray.api.meta.DeviceId;
import dev.dray.planning.ReviewedDevice;
import java.util.List;
import java.util.Locale;

/** Explanations as JSON; the field names are documented in docs/explain.md and stable. */
public record ExplanationJson(JsonText json) {

  public void write(NodesExplanation all) {
    json.beginObject();
    json.name("headline").string(all.headline());
    json.name("nodes").number(all.nodes());
    json.name("fitting").number(all.fitting());
    json.name("groups").beginArray();
    for (var group : all.groups()) {
      json.beginObject();
      json.name("summary").string(group.summary());
      strings("nodes", group.nodes());
      json.name("example");
      write(group.example());
      json.endObject();
    }
    json.endArray().endObject();
  }

  void write(Explanation explanation) {
    json.beginObject();
    json.name("node").string(explanation.node());
    json.name("summary").string(explanation.summary().text());
    json.name("detail").string(explanation.summary().detail());
    json.name("pools").beginArray();
    for (var pool : explanation.pools()) {
      json.beginObject().name("driver").string(pool.pool().driver());
      json.name("pool").string(pool.pool().pool());
      json.name("state").string(pool.state().name().toLowerCase(Locale.ROOT));
      json.name("reason").string(pool.reason());
      json.name("devices").number(pool.devices()).endObject();
    }
    json.endArray();
    json.name("requests").beginArray();
    for (var request : explanation.requests()) {
      json.beginObject().name("claim").string(request.claim());
      json.name("request").string(request.name());
      json.name("enough").bool(request.hasEnough());
      json.name("alternatives").beginArray();
      request.alternatives().forEach(this::write);
      json.endArray().endObject();
    }
    json.endArray();
    cause(explanation.cause());
    json.endObject();
  }

  private void cause(Cause cause) {
    json.name("cause").beginObject();
    switch (cause) {
      case Cause.Refused(var message) ->
          json.name("kind").string("refused").name("message").string(message);
      case Cause.Failed(var message, var device, var hints) -> {
        json.name("kind").string("failed").name("message").string(message);
        device.ifPresent(it -> json.name("device").string(it.toString()));
        strings("hints", hints);
      }
      case Cause.TooFewDevices() -> json.name("kind").string("tooFewDevices");
      case Cause.Undecided() -> json.name("kind").string("undecided");
      case Cause.NotTogether(var shortfalls) -> {
        json.name("kind").string("notTogether").name("shortfalls").beginArray();
        shortfalls.forEach(this::write);
        json.endArray();
      }
    }
    json.endObject();
  }

  private void write(Shortfall shortfall) {
    json.beginObject().name("request");
    write(shortfall.request());
    json.name("before").beginArray();
    for (var grant : shortfall.before()) {
      json.beginObject().name("claim").string(grant.claim());
      json.name("request").string(grant.request());
      devices("devices", grant.devices());
      json.endObject();
    }
    json.endArray();
    devices("own", shortfall.own());
    json.name("constraints").beginArray();
    for (var tally : shortfall.tallies()) {
      json.beginObject().name("rule").string(tally.rule().name().toLowerCase(Locale.ROOT));
      json.name("attribute").string(tally.attribute());
      json.name("needed").number(tally.needed());
      json.name("values").beginObject();
      tally.values().forEach(it -> json.name(it.value()).number(it.devices()));
      json.endObject().endObject();
    }
    json.endArray().endObject();
  }

  private void write(RequestFunnel request) {
    json.beginObject().name("request").string(request.request());
    json.name("class").string(request.deviceClass());
    json.name("amount").string(request.amount().name().toLowerCase(Locale.ROOT));
    json.name("needed").number(request.needed());
    json.name("seen").number(request.funnel().seen());
    json.name("left").number(request.funnel().left());
    json.name("checks").beginArray();
    for (var deviceCheck : DeviceCheck.values()) {
      if (request.funnel().removed(deviceCheck) > 0) {
        check(request.funnel(), deviceCheck);
      }
    }
    json.endArray();
    request
        .funnel()
        .nearest()
        .ifPresent(
            miss -> {
              json.name("nearest").beginObject().name("device").string(miss.device().toString());
              json.name("check").string(word(miss.reason().check()));
              json.name("reason").string(miss.reason().toText()).endObject();
            });
    strings("hints", request.hints());
    json.endObject();
  }

  private void check(Funnel funnel, DeviceCheck deviceCheck) {
    json.beginObject().name("check").string(word(deviceCheck));
    json.name("removed").number(funnel.removed(deviceCheck));
    json.name("reasons").beginArray();
    for (var removal : funnel.removals()) {
      if (removal.reason().check() == deviceCheck) {
        json.beginObject().name("reason").string(removal.reason().toText());
        devices("devices", removal.devices());
        json.endObject();
      }
    }
    json.endArray().endObject();
  }

  /** Returns the JSON name of a check: {@code classSelectors} for {@code CLASS_SELECTORS}. */
  private static String word(DeviceCheck deviceCheck) {
    var word = new StringBuilder();
    for (var part : deviceCheck.name().split("_", -1)) {
      word.append(part.charAt(0));
      word.append(part.substring(1).toLowerCase(Locale.ROOT));
    }
    return word.substring(0, 1).toLowerCase(Locale.ROOT) + word.substring(1);
  }

  public void write(String claim, ReviewedDevice reviewedDevice) {
    json.beginObject().name("claim").string(claim);
    json.name("request").string(reviewedDevice.request());
    json.name("device").string(reviewedDevice.device().toString());
    json.name("misfits").beginArray();
    for (var misfit : reviewedDevice.misfits()) {
      json.beginObject().name("aspect").string(misfit.aspect().word());
      json.name("message").string(misfit.message()).endObject();
    }
    json.endArray().endObject();
  }

  private void devices(String name, List<DeviceId> devices) {
    strings(name, devices.stream().map(DeviceId::toString).toList());
  }

  public void strings(String name, List<String> all) {
    json.name(name).beginArray();
    all.forEach(json::string);
    json.endArray();
  }
}
