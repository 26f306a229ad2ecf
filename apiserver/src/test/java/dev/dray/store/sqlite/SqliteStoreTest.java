package dev.dray.store.sqlite;

import dev.dray.store.Store;
import dev.dray.store.StoreContract;
import java.nio.file.Path;
import java.time.InstantSource;
import org.junit.jupiter.api.io.TempDir;

class SqliteStoreTest implements StoreContract {
  @TempDir
  @SuppressWarnings("NullAway.Init") // set before each test
  Path folder;

  @Override
  public Store open() {
    return SqliteStore.open(folder.resolve("store.db"), InstantSource.system());
  }
}
