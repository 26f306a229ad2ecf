package dev.dray.verify.simulation;

/** What all simulated processes share. */
record Surroundings(
    Clockwork clockwork,
    Chronicle chronicle,
    Findings findings,
    Weather weather,
    SimulatedServer server,
    Sabotage sabotage) {}
