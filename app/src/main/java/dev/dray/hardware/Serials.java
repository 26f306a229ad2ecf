package dev.dray.hardware;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.UUID;

/** Unique serial numbers for a cluster: the same for the same seed. */
public record Serials(long seed) {

  /** Returns the UUID of a named part of a node. */
  public UUID uuid(String node, String part) {
    return UUID.nameUUIDFromBytes("%d/%s/%s".formatted(seed, node, part).getBytes(UTF_8));
  }

  /** Returns a locally administered MAC address: the second bit of its first byte is set. */
  public String mac(String node, String part) {
    long bits = uuid(node, part).getLeastSignificantBits();
    var text = new StringBuilder("02");
    for (int shift = 32; shift >= 0; shift -= 8) {
      text.append(':').append("%02x".formatted((bits >>> shift) & 0xff));
    }
    return text.toString();
  }
}
