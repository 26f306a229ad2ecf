package dev.dray.cel.value;

import dev.dray.api.meta.GoQuote;
import dev.dray.api.meta.Parsed;

/** An IP network in CIDR form: the addresses with the same first bits. */
public record IpNetwork(IpAddress address, int length) {
  private static final String CONTEXT = "network address parse error during conversion from string";

  public static Parsed<IpNetwork> parse(String text) {
    var slash = text.lastIndexOf('/');
    if (slash < 0) {
      return wrong(text, "no '/'");
    }
    return switch (IpAddress.parseWithZone(text.substring(0, slash))) {
      case Parsed.Mistake<IpAddress>(var message) -> wrong(text, message);
      case Parsed.Value<IpAddress>(var address) ->
          text.indexOf('%') >= 0
              ? wrong(text, "IPv6 zones cannot be present in a prefix")
              : withLength(text, address, text.substring(slash + 1));
    };
  }

  private static Parsed<IpNetwork> withLength(String text, IpAddress address, String bits) {
    if (!bits.matches("0|[1-9][0-9]{0,17}")) {
      return wrong(text, "bad bits after slash: " + GoQuote.quote(bits));
    }
    var length = Long.parseLong(bits);
    if (length > 8L * address.bytes()) {
      return wrong(text, "prefix length out of range");
    }
    return address.isMapped()
        ? new Parsed.Mistake<>(
            "IPv4-mapped IPv6 address %s is not allowed".formatted(GoQuote.quote(text)))
        : new Parsed.Value<>(new IpNetwork(address, (int) length));
  }

  private static Parsed<IpNetwork> wrong(String text, String what) {
    return new Parsed.Mistake<>(
        "%s: netip.ParsePrefix(%s): %s".formatted(CONTEXT, GoQuote.quote(text), what));
  }

  /** Returns the phrase that upstream puts before a message that has the phrase already. */
  public static String context() {
    return CONTEXT;
  }

  public boolean contains(IpAddress other) {
    return other.bytes() == address.bytes() && other.masked(length).equals(address.masked(length));
  }

  public boolean contains(IpNetwork other) {
    return length <= other.length && contains(other.address);
  }

  public IpNetwork masked() {
    return new IpNetwork(address.masked(length), length);
  }

  @Override
  public String toString() {
    return address + "/" + length;
  }
}
