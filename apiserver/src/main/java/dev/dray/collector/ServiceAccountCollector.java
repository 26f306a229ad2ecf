package dev.dray.collector;

import static java.util.Objects.requireNonNull;

import dev.dray.api.json.Json;
import dev.dray.collector.Objects.Done;
import dev.dray.kinds.Resource;
import dev.dray.watch.Event;
import java.util.List;

/**
 * The service account controller: creates in every namespace the account of pods that name none.
 */
final class ServiceAccountCollector implements Collector {
  private static final String NAME = "default";

  private final Objects objects;
  private final Resource namespaces;
  private final Resource accounts;
  private final KeyQueue keyQueue;

  ServiceAccountCollector(Objects objects, List<Resource> kinds, KeyQueue keyQueue) {
    this.objects = objects;
    this.namespaces = core(kinds, "namespaces");
    this.accounts = core(kinds, "serviceaccounts");
    this.keyQueue = requireNonNull(keyQueue, "work");
  }

  private static Resource core(List<Resource> kinds, String plural) {
    return kinds.stream()
        .filter(it -> it.group().isEmpty() && it.plural().equals(plural))
        .findFirst()
        .orElseThrow();
  }

  @Override
  public String name() {
    return "service-accounts";
  }

  @Override
  public KeyQueue work() {
    return keyQueue;
  }

  /** Queues a namespace that is new or changed, or whose account was deleted. */
  @Override
  public void changed(Event event) {
    var key = event.key();
    if (event.now().isPresent() && key.startsWith(namespaces.keyPrefix())) {
      keyQueue.add(key.substring(namespaces.keyPrefix().length()));
    } else if (event.now().isEmpty()
        && key.startsWith(accounts.keyPrefix())
        && key.endsWith("/" + NAME)) {
      keyQueue.add(key.substring(accounts.keyPrefix().length(), key.length() - NAME.length() - 1));
    }
  }

  @Override
  public void resync() {
    objects.list(namespaces, "").forEach(it -> keyQueue.add(it.text("metadata", "name")));
  }

  @Override
  public boolean look(String namespace) {
    var found = objects.find(namespaces, "", namespace);
    if (found.isEmpty()
        || found.get().object("metadata").has("deletionTimestamp")
        || objects.find(accounts, namespace, NAME).isPresent()) {
      return true;
    }
    var account = Json.obj("metadata", Json.obj("name", NAME, "namespace", namespace));
    return objects.create(accounts, account) != Done.CHANGED;
  }
}
