package dev.dray.allocation.request;

import dev.dray.ledger.PoolLoad;

/** The remainder of a pool: what claims leave of it, and the scales in which it is counted. */
public record PoolRemainder(PoolLoad load, ScaledCounters amounts) {}
