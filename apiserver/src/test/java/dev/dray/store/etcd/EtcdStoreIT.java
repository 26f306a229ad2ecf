package dev.dray.store.etcd;

import dev.dray.store.Store;
import dev.dray.store.StoreContract;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

/** The contract on an etcd of its own; needs {@code etcd} on the path (package etcd-server). */
class EtcdStoreIT implements StoreContract {
  private static final AtomicInteger STORES = new AtomicInteger();

  @TempDir
  @SuppressWarnings("NullAway.Init") // set before all tests
  static Path folder;

  @SuppressWarnings("NullAway.Init") // set before all tests
  private static EtcdProcess etcd;

  @BeforeAll
  static void start() throws IOException {
    etcd = EtcdProcess.start(folder);
  }

  @AfterAll
  static void stop() throws InterruptedException {
    etcd.kill();
  }

  @Override
  public boolean comparesTexts() {
    return false;
  }

  @Override
  public Store open() {
    return EtcdStore.connect(List.of(etcd.endpoint()), "/test-" + STORES.incrementAndGet());
  }
}
