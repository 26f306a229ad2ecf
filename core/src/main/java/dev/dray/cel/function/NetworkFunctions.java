package dev.dray.cel.function;

import dev.dray.api.meta.Parsed;
import dev.dray.cel.value.Failures;
import dev.dray.cel.value.IpAddress;
import dev.dray.cel.value.IpNetwork;
import dev.dray.cel.value.Overload;
import dev.dray.cel.value.Value;
import dev.dray.cel.value.Value.BoolValue;
import dev.dray.cel.value.Value.CidrValue;
import dev.dray.cel.value.Value.ErrorValue;
import dev.dray.cel.value.Value.IntValue;
import dev.dray.cel.value.Value.IpValue;
import dev.dray.cel.value.Value.StringValue;
import java.util.Map;
import java.util.function.Predicate;

/** The functions of IP addresses and CIDR networks. */
public final class NetworkFunctions {
  private NetworkFunctions() {}

  public static void addTo(Map<String, Overload> table) {
    table.put("string_to_ip", (_, arguments) -> ip(arguments[0]));
    table.put(
        "is_ip",
        (_, arguments) ->
            BoolValue.of(IpAddress.parse(StringFunctions.text(arguments, 0)).isValue()));
    table.put("ip_is_canonical", (_, arguments) -> isCanonical(arguments[0]));
    table.put(
        "ip_family", (_, arguments) -> new IntValue(address(arguments[0]).isVersion4() ? 4 : 6));
    test(table, "ip_is_unspecified", IpAddress::isUnspecified);
    test(table, "ip_is_loopback", IpAddress::isLoopback);
    test(table, "ip_is_link_local_multicast", IpAddress::isLinkLocalMulticast);
    test(table, "ip_is_link_local_unicast", IpAddress::isLinkLocalUnicast);
    test(table, "ip_is_global_unicast", IpAddress::isGlobalUnicast);
    table.put("ip_to_string", (_, arguments) -> new StringValue(address(arguments[0]).toString()));
    table.put("string_to_cidr", (_, arguments) -> cidr(arguments[0]));
    table.put(
        "is_cidr",
        (_, arguments) ->
            BoolValue.of(IpNetwork.parse(StringFunctions.text(arguments, 0)).isValue()));
    table.put("cidr_contains_ip_ip", (_, arguments) -> containsIp(arguments[0], arguments[1]));
    table.put(
        "cidr_contains_ip_string", (_, arguments) -> containsIp(arguments[0], ip(arguments[1])));
    table.put("cidr_contains_cidr", (_, arguments) -> containsCidr(arguments[0], arguments[1]));
    table.put(
        "cidr_contains_cidr_string",
        (_, arguments) -> containsCidr(arguments[0], cidr(arguments[1])));
    table.put("cidr_ip", (_, arguments) -> new IpValue(network(arguments[0]).address()));
    table.put("cidr_prefix_length", (_, arguments) -> new IntValue(network(arguments[0]).length()));
    table.put("cidr_masked", (_, arguments) -> new CidrValue(network(arguments[0]).masked()));
    table.put(
        "cidr_to_string", (_, arguments) -> new StringValue(network(arguments[0]).toString()));
  }

  private static void test(Map<String, Overload> table, String id, Predicate<IpAddress> test) {
    table.put(id, (_, arguments) -> BoolValue.of(test.test(address(arguments[0]))));
  }

  private static IpAddress address(Value value) {
    return ((IpValue) value).address();
  }

  private static IpNetwork network(Value value) {
    return ((CidrValue) value).network();
  }

  private static Value ip(Value text) {
    return switch (IpAddress.parse(((StringValue) text).value())) {
      case Parsed.Value<IpAddress>(var address) -> new IpValue(address);
      case Parsed.Mistake<IpAddress>(var message) -> new ErrorValue(message);
    };
  }

  private static Value isCanonical(Value text) {
    var ip = ip(text);
    return ip instanceof IpValue(var address)
        ? BoolValue.of(address.toString().equals(((StringValue) text).value()))
        : ip;
  }

  private static Value cidr(Value text) {
    return switch (IpNetwork.parse(((StringValue) text).value())) {
      case Parsed.Value<IpNetwork>(var network) -> new CidrValue(network);
      case Parsed.Mistake<IpNetwork>(var message) ->
          new ErrorValue(IpNetwork.context() + ": " + message);
    };
  }

  /** Returns whether the network contains the address; any other value has no such overload. */
  private static Value containsIp(Value network, Value ip) {
    return ip instanceof IpValue(var address)
        ? BoolValue.of(network(network).contains(address))
        : Failures.NO_SUCH_OVERLOAD;
  }

  private static Value containsCidr(Value network, Value other) {
    return other instanceof CidrValue(var inner)
        ? BoolValue.of(network(network).contains(inner))
        : other;
  }
}
