package dev.dray.events;

import dev.dray.api.json.Json;
import dev.dray.api.meta.ObjectMeta;
import dev.dray.client.Api;
import dev.dray.client.Call;
import dev.dray.client.EventLoop;
import dev.dray.client.Reply;
import dev.dray.client.ResourceType;
import dev.dray.client.Resources;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The recorder of events. It runs on an event loop.
 *
 * <p>A repeated event is counted instead of written anew, and the number of events per object is
 * limited, as in upstream's recorder: events are for people to read.
 */
public final class Events {
  /** The type of an event. */
  public enum Type {
    NORMAL("Normal"),
    WARNING("Warning");

    private final String words;

    Type(String words) {
      this.words = words;
    }
  }

  private static final Logger LOG = System.getLogger(Events.class.getName());
  private static final int MOST_KNOWN = 4096;
  private static final int BURST = 25;
  private static final Duration REFILL = Duration.ofMinutes(5);
  private static final int LONGEST_MESSAGE = 1024;
  private static final String DEFAULT_NAMESPACE = "default";

  private final Api api;
  private final EventLoop loop;
  private final String component;
  private final Map<Said, Written> said = recent();
  private final Map<String, Bucket> buckets = recent();
  private long written;

  /** The content by which repeated events are recognized. */
  private record Said(String uid, Type type, String reason, String message) {}

  /** The stored event, and how often it has occurred. */
  private record Written(String namespace, String name, int count) {}

  /** The rate limit of an object. */
  private record Bucket(int left, Instant since) {
    Bucket at(Instant now) {
      long refilled = Duration.between(since, now).dividedBy(REFILL);
      return refilled <= 0
          ? this
          : new Bucket(
              (int) Math.min(BURST, left + refilled), since.plus(REFILL.multipliedBy(refilled)));
    }
  }

  /**
   * @param component the source of the events, such as {@code default-scheduler}
   */
  public Events(Api api, EventLoop loop, String component) {
    this.api = api;
    this.loop = loop;
    this.component = component;
  }

  private static <K, V> Map<K, V> recent() {
    return new LinkedHashMap<>(16, 0.75f, true) {
      private static final long serialVersionUID = 1L;

      @Override
      protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
        return size() > MOST_KNOWN;
      }
    };
  }

  /** Records an event about an object. */
  public void tell(
      ResourceType<?> type, ObjectMeta object, Type grave, String reason, String message) {
    var now = loop.now().truncatedTo(ChronoUnit.SECONDS);
    var cut = cut(message);
    var what = new Said(object.uid(), grave, reason, cut);
    var known = said.get(what);
    if (!mayTell(object.uid(), now)) {
      LOG.log(
          Level.DEBUG,
          () ->
              "Dropped an event, there are too many about %s %s: %s"
                  .formatted(type, object.name(), cut));
      return;
    }
    if (known != null) {
      repeat(what, known, now);
    } else {
      begin(type, object, what, now);
    }
  }

  private static String cut(String message) {
    return message.length() <= LONGEST_MESSAGE
        ? message
        : message.substring(0, LONGEST_MESSAGE - 4) + " ...";
  }

  private boolean mayTell(String uid, Instant now) {
    var bucket = buckets.getOrDefault(uid, new Bucket(BURST, now)).at(now);
    buckets.put(uid, new Bucket(Math.max(0, bucket.left() - 1), bucket.since()));
    return bucket.left() > 0;
  }

  private void begin(ResourceType<?> type, ObjectMeta object, Said what, Instant now) {
    var namespace = object.namespace().isEmpty() ? DEFAULT_NAMESPACE : object.namespace();
    var name = "%s.%x%04x".formatted(object.name(), now.toEpochMilli(), written++ & 0xffff);
    said.put(what, new Written(namespace, name, 1));
    var about =
        Json.obj(
            "kind",
            type.kind(),
            "namespace",
            object.namespace(),
            "name",
            object.name(),
            "uid",
            object.uid(),
            "apiVersion",
            type.apiVersion(),
            "resourceVersion",
            object.resourceVersion());
    var event =
        Json.obj(
            "apiVersion",
            "v1",
            "kind",
            "Event",
            "metadata",
            Json.obj("name", name, "namespace", namespace),
            "involvedObject",
            about,
            "reason",
            what.reason(),
            "message",
            what.message(),
            "source",
            Json.obj("component", component),
            "firstTimestamp",
            now.toString(),
            "lastTimestamp",
            now.toString(),
            "count",
            1,
            "type",
            what.type().words,
            "reportingComponent",
            component,
            "reportingInstance",
            "");
    api.send(Call.create(Resources.EVENTS, namespace, event), reply -> note(reply, what));
  }

  private void repeat(Said what, Written known, Instant now) {
    var more = new Written(known.namespace(), known.name(), known.count() + 1);
    said.put(what, more);
    var patch = Json.obj("count", more.count(), "lastTimestamp", now.toString());
    api.send(
        Call.patch(
            Call.Verb.MERGE_PATCH, Resources.EVENTS, more.namespace(), more.name(), "", patch),
        reply -> note(reply, what));
  }

  /**
   * Handles the reply to a write: an event that could not be written is written anew next time, not
   * counted.
   */
  private void note(Reply reply, Said what) {
    if (!(reply instanceof Reply.Done)) {
      said.remove(what);
      LOG.log(
          Level.DEBUG, () -> "The event (%s) was not written: %s".formatted(what, reply.problem()));
    }
  }
}
