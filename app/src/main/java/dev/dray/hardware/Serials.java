package dev.dray.hardware;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.UUID;

/** Numbers that no two things of a cluster have in common: the same ones for the same seed. */
public record Serials(long seed) {

  /** The UUID of what is called so on a node. */
  public UUID uuid(String node, String part) {
    return UUID.nameUUIDFromBytes("%d/%s/%s".formatted(seed, node, part).getBytes(UTF_8));
  }

  /** A MAC address that is not of a manufacturer: the second bit of its first byte is set. */
  public String mac(String node, String part) {
    long bits = uuid(node, part).getLeastSignificantBits();
    var text = new StringBuilder("02");
    for (int shift = 32; shift >= 0; shift -= 8) {
      text.append(':').append("%02x".formatted((bits >>> shift) & 0xff));
    }
    return text.toString();
  }
}
