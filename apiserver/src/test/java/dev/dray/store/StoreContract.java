package dev.dray.store;

/** All that a store must do. */
public interface StoreContract
    extends WriteContract,
        ListContract,
        WatchContract,
        CompactionContract,
        LifetimeContract,
        ConcurrencyContract,
        ModelContract {}
