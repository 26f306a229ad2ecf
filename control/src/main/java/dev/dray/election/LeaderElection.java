package dev.dray.election;

import static java.util.Objects.requireNonNull;

import dev.dray.api.json.Json;
import dev.dray.client.Api;
import dev.dray.client.Call;
import dev.dray.client.EventLoop;
import dev.dray.client.Reply;
import dev.dray.client.Resources;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The leader election of a candidate: once elected it leads for as long as it can renew the Lease.
 * It runs on an event loop.
 *
 * <p>Clocks of different machines are never compared: a holder is given up when its Lease has not
 * changed for its duration, by the observer's own clock. The election is over when it is lost or
 * stopped; to stand again, create a new one.
 */
public final class LeaderElection {
  private static final Logger LOG = System.getLogger(LeaderElection.class.getName());

  /** The most a waiting candidate adds to the retry at random, as a multiple of it. */
  private static final double JITTER = 1.2;

  private final Api api;
  private final EventLoop loop;
  private final Settings settings;
  private final Candidate candidate;
  private final SplittableRandom dice;
  private @Nullable LeaseTerm seen;
  private Instant seenAt = Instant.MIN;
  private String told = "";
  private boolean leading;
  private boolean over;
  private EventLoop.@Nullable Timer next;
  private EventLoop.@Nullable Timer deadline;

  public LeaderElection(Api api, EventLoop loop, Settings settings, Candidate candidate) {
    this.api = api;
    this.loop = loop;
    this.settings = settings;
    this.candidate = candidate;
    this.dice = new SplittableRandom(settings.identity().hashCode());
  }

  public void start() {
    loop.post(this::attempt);
  }

  public boolean leads() {
    return leading;
  }

  private void attempt() {
    if (over) {
      return;
    }
    if (leading && seen != null) {
      // Nobody else should have touched the Lease, so it is not read before.
      var now = loop.now();
      send(
          Call.update(Resources.LEASES, seen.taken(settings, now)),
          reply -> {
            if (reply instanceof Reply.Done(var lease)) {
              won(lease, now);
            } else {
              look();
            }
          });
    } else {
      look();
    }
  }

  private void look() {
    send(
        Call.get(Resources.LEASES, settings.namespace(), settings.lease()),
        reply -> {
          switch (reply) {
            case Reply.Done(var lease) -> consider(lease);
            case Reply.Refused refused when refused.isNotFound() -> create();
            case Reply.Refused _, Reply.Unanswered _ -> failed(reply);
          }
        });
  }

  private void create() {
    var now = loop.now();
    var lease = LeaseTerm.first(settings, now);
    send(Call.create(Resources.LEASES, settings.namespace(), lease), reply -> done(reply, now));
  }

  private void consider(Json.Obj lease) {
    see(lease);
    var leaseTerm = requireNonNull(seen, "seen");
    var now = loop.now();
    boolean held = !leaseTerm.holder().isEmpty() && !leaseTerm.holder().equals(settings.identity());
    if (held && seenAt.plus(leaseTerm.duration()).isAfter(now)) {
      follow(leaseTerm.holder());
      if (leading) {
        // Somebody took the Lease: the deadline would pass anyway, so there is no need to wait.
        lose();
      } else {
        again();
      }
      return;
    }
    send(Call.update(Resources.LEASES, leaseTerm.taken(settings, now)), reply -> done(reply, now));
  }

  private void see(Json.Obj lease) {
    var leaseTerm = new LeaseTerm(lease);
    if (seen == null || !seen.revision().equals(leaseTerm.revision())) {
      seen = leaseTerm;
      seenAt = loop.now();
    }
  }

  private void follow(String leader) {
    if (!leader.equals(told)) {
      told = leader;
      candidate.follow(leader);
    }
  }

  private void done(Reply reply, Instant asked) {
    if (reply instanceof Reply.Done(var lease)) {
      won(lease, asked);
    } else {
      failed(reply);
    }
  }

  /**
   * Records a renewal. The deadline counts from the request, not from the reply, because others may
   * count from the request.
   */
  private void won(Json.Obj lease, Instant asked) {
    see(lease);
    cancel(deadline);
    var left = settings.deadline().minus(Duration.between(asked, loop.now()));
    deadline = loop.after(left.isNegative() ? Duration.ZERO : left, this::lose);
    next = loop.after(settings.retry(), this::attempt);
    if (!leading) {
      leading = true;
      told = settings.identity();
      candidate.lead();
    }
  }

  private void failed(Reply reply) {
    LOG.log(
        leading ? Level.WARNING : Level.DEBUG,
        () ->
            "The lease %s/%s was not %s: %s"
                .formatted(
                    settings.namespace(),
                    settings.lease(),
                    leading ? "renewed" : "taken",
                    reply.problem()));
    again();
  }

  private void again() {
    var pause = settings.retry();
    next =
        loop.after(
            leading
                ? pause
                : pause.plusMillis((long) (pause.toMillis() * JITTER * dice.nextDouble())),
            this::attempt);
  }

  private void lose() {
    if (over || !leading) {
      return;
    }
    end();
    candidate.lost();
  }

  private void end() {
    over = true;
    leading = false;
    cancel(next);
    cancel(deadline);
  }

  /** Sends a call; replies that come after the end are dropped. */
  private void send(Call call, Consumer<Reply> then) {
    api.send(
        call,
        reply -> {
          if (!over) {
            then.accept(reply);
          }
        });
  }

  private static void cancel(EventLoop.@Nullable Timer timer) {
    if (timer != null) {
      timer.cancel();
    }
  }

  /** Stops standing, releases the Lease if it is held, and then runs the task. */
  public void stop(Runnable then) {
    boolean led = leading;
    if (!over) {
      end();
    }
    if (led) {
      release(then, 3);
    } else {
      loop.post(then);
    }
  }

  private void release(Runnable then, int attempts) {
    var leaseTerm = requireNonNull(seen, "seen");
    api.send(
        Call.update(Resources.LEASES, leaseTerm.released(loop.now())),
        reply -> {
          if (reply instanceof Reply.Refused refused && refused.isConflict() && attempts > 1) {
            // A renewal was in flight.
            releaseNewest(then, attempts - 1);
          } else {
            then.run();
          }
        });
  }

  private void releaseNewest(Runnable then, int attempts) {
    api.send(
        Call.get(Resources.LEASES, settings.namespace(), settings.lease()),
        reply -> {
          if (reply instanceof Reply.Done(var lease)
              && new LeaseTerm(lease).holder().equals(settings.identity())) {
            seen = new LeaseTerm(lease);
            release(then, attempts);
          } else {
            then.run();
          }
        });
  }
}
