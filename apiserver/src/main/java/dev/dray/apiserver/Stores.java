package dev.dray.apiserver;

import dev.dray.store.Store;
import dev.dray.store.etcd.EtcdStore;
import dev.dray.store.etcd.EtcdTls;
import dev.dray.store.memory.MemoryStore;
import dev.dray.store.sqlite.SqliteStore;

/** The stores in which a server can keep its objects. */
final class Stores {
  private Stores() {}

  static Store open(ApiServerOptions apiServerOptions) {
    return switch (apiServerOptions.store()) {
      case ApiServerOptions.StoreChoice.Memory() -> new MemoryStore(apiServerOptions.clock());
      case ApiServerOptions.StoreChoice.Sqlite() ->
          SqliteStore.open(apiServerOptions.folder().resolve("dray.db"), apiServerOptions.clock());
      case ApiServerOptions.StoreChoice.Etcd etcd -> connect(etcd);
    };
  }

  private static Store connect(ApiServerOptions.StoreChoice.Etcd etcd) {
    boolean secured = etcd.endpoints().stream().anyMatch(it -> "https".equals(it.getScheme()));
    if (!secured) {
      return EtcdStore.connect(etcd.endpoints(), etcd.prefix());
    }
    var files = etcd.files();
    var identity =
        files.certificate().flatMap(it -> files.key().map(key -> new EtcdTls.Identity(it, key)));
    return EtcdStore.connect(
        etcd.endpoints(), etcd.prefix(), new EtcdTls(files.authority(), identity));
  }
}
