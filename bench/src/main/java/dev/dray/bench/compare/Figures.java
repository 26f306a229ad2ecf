package dev.dray.bench.compare;

import tools.jackson.databind.json.JsonMapper;

/**
 * What was measured of one side, in one mode, on one world: a line of the results that both sides
 * write.
 *
 * @param world the world that was to be read
 * @param reads the world that was read: upstream reads an equivalent where it lacks a feature
 * @param ended whether a sweep ended within the time limit; if not, what follows says nothing
 * @param expectedFits on how many nodes there is a solution by construction, or -1
 * @param bytes allocated in a sweep
 * @param digest of the answers
 */
record Figures(
    String side,
    String mode,
    String world,
    String reads,
    int nodes,
    int devices,
    int expectedFits,
    boolean ended,
    int fits,
    int sweeps,
    long bestNs,
    long medianNs,
    long cpuNs,
    long bytes,
    long steps,
    String digest) {
  private static final JsonMapper JSON = JsonMapper.builder().build();

  static final String UPSTREAM = "upstream";
  static final String DRAY = "dray";
  static final String WARM = "warm";
  static final String COLD = "cold";

  static Figures parse(String line) {
    return JSON.readValue(line, Figures.class);
  }

  Figures withTimes(long bestNs, long medianNs) {
    return new Figures(
        side,
        mode,
        world,
        reads,
        nodes,
        devices,
        expectedFits,
        ended,
        fits,
        sweeps,
        bestNs,
        medianNs,
        cpuNs,
        bytes,
        steps,
        digest);
  }

  String line() {
    return JSON.writeValueAsString(this);
  }
}
