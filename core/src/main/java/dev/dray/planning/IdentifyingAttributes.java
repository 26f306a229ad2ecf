package dev.dray.planning;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * The distinction between attributes that name or locate a device and those that describe it.
 *
 * <p>Nothing in the API makes it, so the words in the name decide: {@code uuid}, {@code
 * parentIndex} and {@code pcieRoot} are of one device, {@code productName} and {@code pciVendor} of
 * many.
 */
final class IdentifyingAttributes {
  /** The words that make an attribute identifying whatever other words it has. */
  private static final Set<String> NAMING =
      Set.of(
          "uuid",
          "uid",
          "guid",
          "serial",
          "index",
          "idx",
          "minor",
          "ordinal",
          "address",
          "addr",
          "mac",
          "ip",
          "ipv4",
          "ipv6",
          "bdf",
          "parent",
          "ifname",
          "netdev",
          "hostname",
          "path",
          "start",
          "offset",
          "coordinates",
          "position");

  /** The words that do so unless another word says that a whole product line is meant. */
  private static final Set<String> LOCATING =
      Set.of(
          "id",
          "name",
          "pci",
          "pcie",
          "bus",
          "slot",
          "root",
          "numa",
          "socket",
          "node",
          "host",
          "rack",
          "tray",
          "port",
          "placement",
          "x",
          "y",
          "z");

  private static final Set<String> OF_PRODUCTS =
      Set.of(
          "product",
          "vendor",
          "model",
          "device",
          "subsystem",
          "profile",
          "type",
          "class",
          "family",
          "brand",
          "version",
          "generation",
          "speed",
          "size",
          "count");

  private IdentifyingAttributes() {}

  /** Returns whether an attribute of this name, without its domain, is about a single device. */
  static boolean identifies(String id) {
    var words = words(id);
    if (words.stream().anyMatch(NAMING::contains)) {
      return true;
    }
    return words.stream().anyMatch(LOCATING::contains)
        && words.stream().noneMatch(OF_PRODUCTS::contains);
  }

  /**
   * Returns the words, in lower case, of a name in camel case or with dashes, dots and underscores.
   */
  static List<String> words(String id) {
    var words = new ArrayList<String>();
    var word = new StringBuilder();
    for (int i = 0; i < id.length(); i++) {
      char c = id.charAt(i);
      boolean separates = !Character.isLetterOrDigit(c);
      if (separates || beginsWord(id, i)) {
        add(word, words);
      }
      if (!separates) {
        word.append(c);
      }
    }
    add(word, words);
    return words;
  }

  /**
   * Returns whether a word begins at a capital: one after a small letter, or the last of several
   * before a small one, as in {@code PCIBus}.
   */
  private static boolean beginsWord(String id, int i) {
    if (i == 0 || !Character.isUpperCase(id.charAt(i))) {
      return false;
    }
    boolean afterSmall = !Character.isUpperCase(id.charAt(i - 1));
    boolean beforeSmall = i + 1 < id.length() && Character.isLowerCase(id.charAt(i + 1));
    return afterSmall || beforeSmall;
  }

  private static void add(StringBuilder word, List<String> words) {
    if (!word.isEmpty()) {
      words.add(word.toString().toLowerCase(Locale.ROOT));
      word.setLength(0);
    }
  }
}
