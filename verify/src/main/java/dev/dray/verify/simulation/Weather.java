package dev.dray.verify.simulation;

import dev.dray.api.json.Json;
import dev.dray.client.Call;
import dev.dray.client.Reply;
import dev.dray.client.ResourceType;
import dev.dray.verify.reference.Dice;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * How bad the ways between components and the API are: decided by the seed, until it clears up.
 *
 * <p>Each component has ways of its own for each kind, slow and fast ones, so that news of
 * different kinds overtake each other.
 */
final class Weather {
  /** What becomes of a call. */
  enum Fate {
    DONE,
    /** The server has trouble of its own. */
    REFUSED,
    /** It never arrives. */
    LOST,
    /** The caller has given up when it arrives. */
    LATE,
    /** It is done, and the answer never arrives. */
    ANSWER_LOST,
    /** Somebody else changes the object just before. */
    MEDDLED
  }

  private static final List<Fate> MISHAPS =
      List.of(
          Fate.REFUSED,
          Fate.LOST,
          Fate.LATE,
          Fate.ANSWER_LOST,
          Fate.ANSWER_LOST,
          Fate.MEDDLED,
          Fate.MEDDLED);
  private static final List<Reply.Refused> TROUBLE =
      List.of(
          new Reply.Refused(500, "InternalError", "an error on the server (\"simulated\")"),
          new Reply.Refused(
              429, "TooManyRequests", "the server has received too many requests (simulated)"),
          new Reply.Refused(
              503, "ServiceUnavailable", "the server is currently unable to handle the request"),
          new Reply.Refused(
              504, "Timeout", "Timeout: request did not complete within requested timeout"));
  private static final Reply.Refused EXPIRED =
      new Reply.Refused(410, "Expired", "too old resource version (simulated)");

  private final Dice dice;
  private final int mishapPercent;
  private final int watchEndPercent;
  private final boolean slow;
  private final Map<String, Integer> callMillis = new TreeMap<>();
  private final Map<String, Integer> watchMillis = new TreeMap<>();
  private boolean clear;

  Weather(long seed) {
    dice = new Dice(seed);
    mishapPercent = dice.pick(List.of(0, 1, 3, 3, 10, 25));
    watchEndPercent = dice.pick(List.of(0, 2, 5, 20));
    slow = dice.percent(70);
  }

  /** From now on all goes well, and soon. */
  void clearUp() {
    clear = true;
  }

  boolean isClear() {
    return clear;
  }

  Fate fate(Call call) {
    if (clear || !dice.percent(mishapPercent)) {
      return Fate.DONE;
    }
    var fate = dice.pick(MISHAPS);
    return fate == Fate.MEDDLED && call.name().isEmpty() ? Fate.DONE : fate;
  }

  Reply.Refused trouble() {
    return dice.pick(TROUBLE);
  }

  /** Whether listing fails. */
  boolean listFails() {
    return !clear && dice.percent(mishapPercent);
  }

  /** How long one way to the server or back takes. */
  Duration call(String component, ResourceType<?> type) {
    if (clear || !slow) {
      return dice.millis(0, 3);
    }
    int usual =
        callMillis.computeIfAbsent(
            component + " " + type, _ -> dice.pick(List.of(1, 1, 5, 20, 80, 300)));
    return dice.oneIn(50) ? dice.millis(0, 3_000) : dice.millis(0, 2 * usual);
  }

  /** How long a change takes until a watch tells of it. */
  Duration news(String component, ResourceType<?> type) {
    if (clear || !slow) {
      return dice.millis(0, 3);
    }
    int usual =
        watchMillis.computeIfAbsent(
            component + " " + type, _ -> dice.pick(List.of(1, 1, 5, 20, 100, 500, 2_000)));
    return dice.oneIn(50) ? dice.millis(0, 8_000) : dice.millis(0, 2 * usual);
  }

  /** How long somebody waits for an answer that does not come. */
  Duration patience() {
    return dice.millis(200, 8_000);
  }

  /** Whether a watch ends after having told something. */
  boolean watchEnds() {
    return !clear && dice.percent(watchEndPercent);
  }

  Reply end() {
    return switch (dice.between(0, 3)) {
      case 0 -> new Reply.Unanswered("the connection broke (simulated)");
      case 1 -> EXPIRED;
      default -> new Reply.Done(Json.Obj.EMPTY);
    };
  }

  boolean coin() {
    return dice.percent(50);
  }

  @Override
  public String toString() {
    return "%d%% of calls go wrong, %d%% of watches end, %s"
        .formatted(mishapPercent, watchEndPercent, slow ? "slow and fast ways" : "fast ways");
  }
}
