package dev.dray.store.memory;

import dev.dray.store.Store;
import dev.dray.store.StoreContract;
import java.time.InstantSource;

class MemoryStoreTest implements StoreContract {

  @Override
  public Store open() {
    return new MemoryStore(InstantSource.system());
  }
}
