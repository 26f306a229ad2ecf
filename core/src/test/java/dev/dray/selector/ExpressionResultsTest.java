package dev.dray.selector;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dray.api.resource.device.DeviceAttribute;
import dev.dray.selector.DerivedAttribute.Derivation;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What expressions evaluate to; every row was given by upstream. */
class ExpressionResultsTest {
  private static final DeviceExpressions STORED = DeviceExpressions.forStored();
  private static final CelDevice GPU = SampleDevices.gpu();

  private static String result(String expression) {
    return switch (STORED.compileDerivedAttribute(expression)) {
      case CompileResult.Refused<DerivedAttribute>(var why) -> why.message();
      case CompileResult.Compiled<DerivedAttribute>(var attribute, _) ->
          switch (attribute.of(GPU)) {
            case Derivation.Failed(var message) -> "! " + message;
            case Derivation.Derived(var value) -> text(value);
          };
    };
  }

  private static String text(DeviceAttribute value) {
    return switch (value) {
      case DeviceAttribute.IntValue(var number) -> Long.toString(number);
      case DeviceAttribute.BoolValue(var truth) -> Boolean.toString(truth);
      case DeviceAttribute.StringValue(var string) -> string;
      case DeviceAttribute.VersionValue(var version) -> "version " + version;
      case DeviceAttribute.IntValues(var numbers) -> numbers.toString();
      case DeviceAttribute.BoolValues(var truths) -> truths.toString();
      case DeviceAttribute.StringValues(var strings) -> strings.toString();
      case DeviceAttribute.VersionValues(var versions) -> "versions " + versions;
      case DeviceAttribute.NullValue _, DeviceAttribute.Malformed _ -> "no value";
    };
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          device.driver                                  | gpu
          device.allowMultipleAllocations                | true
          device.attributes.gpu.model                    | h200
          device.attributes["gpu"]["index"]              | 3
          device.attributes["other"].kind                | x
          device.attributes["gpu"].version               | version 550.54.15
          device.attributes["gpu"].links                 | [a, b, c]
          device.attributes["gpu"].links[1]              | b
          device.attributes["gpu"].links[5]              | ! index out of bounds: 5
          device.attributes["gpu"].links["a"]            | ! unsupported index type 'string' in list
          device.attributes["gpu"].nope                  | ! no such key: nope
          device.attributes["nope"].x                    | ! no such key: x
          device.attributes["nope"] == {}                | true
          size(device.attributes["nope"]) == 0           | true
          "nope" in device.attributes                    | false
          "x" in device.attributes["nope"]               | false
          has(device.attributes.nope)                    | true
          has(device.attributes["nope"].x)               | false
          device.attributes[?"nope"].hasValue()          | true
          device.attributes["nope"].?x.hasValue()        | false
          device.attributes["gpu"].?x.orValue(5)         | 5
          has(device.attributes["gpu"].model.foo)        | false
          device.attributes["gpu"].model.foo             | ! no such key: foo
          device.attributes["gpu"].model[0]              | ! no such key: 0
          device.attributes.size()                       | 2
          device.attributes["gpu"].size()                | 6
          device.attributes.map(d, d).sort()             | [gpu, other]
          device.capacity["gpu"].memory.asInteger()      | 151397597184
          """)
  void a_device_is_a_map_in_which_every_domain_is_found(String expression, String expected) {
    assertThat(result(expression)).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          1 / 0 == 1 && false                            | false
          1 / 0 == 1 OR true                             | true
          1 / 0 == 1 OR 1 % 0 == 1                       | ! division by zero
          [1, 0].exists(x, 1 / x == 1)                   | true
          [0, 1].exists(x, 1 / x == 1)                   | true
          [0, 2].exists(x, 1 / x == 1)                   | ! division by zero
          [0, 1].all(x, 1 / x == 1)                      | ! division by zero
          [0, 2].all(x, 1 / x == 1)                      | false
          true ? 1 : 1 / 0                               | 1
          cel.bind(x, 1 / 0, 5)                          | 5
          cel.bind(x, 1 / 0, x + 5)                      | ! division by zero
          9223372036854775807 + 1                        | ! integer overflow
          -9223372036854775808 - 1                       | ! integer overflow
          -(-9223372036854775808)                        | ! integer overflow
          9223372036854775807 * 2                        | ! integer overflow
          7 % 0                                          | ! modulus by zero
          dyn(1) + dyn("a") == 2                         | ! no such overload
          dyn(true) + dyn(1) == 2                        | ! no such overload: _+_
          dyn("a") - dyn("b") == 2                       | ! no such overload
          dyn(1) < dyn("a")                              | ! no such overload
          dyn(1).exists(x, true)                         | ! got 'types.Int', expected iterable type
          dyn(1).exists(k, v, true)                      | ! unsupported comprehension range type: types.Int
          {"a": 1}[[dyn(null)][0]]                       | ! invalid qualifier type: types.Null
          """)
  void failures_are_absorbed_where_they_do_not_matter(String expression, String expected) {
    assertThat(result(expression.replace("OR", "||"))).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          dyn(1) == dyn(1.0)                                           | true
          dyn(1) == dyn(1u)                                            | true
          dyn(1) == dyn("1")                                           | false
          double("nan") == double("nan")                               | false
          device.attributes["gpu"].index == 3.0                        | true
          device.attributes["gpu"].index < 3.5                         | true
          device.attributes["gpu"].model == 3                          | false
          device.attributes["gpu"].version == 3                        | ! no such overload
          device.attributes["gpu"].version != 3                        | true
          3 == device.attributes["gpu"].version                        | false
          [device.attributes["gpu"].version] == [dyn(3)]               | true
          quantity("70k") == quantity("50k").add(quantity("20k"))      | ! no such overload
          quantity("50k").add(quantity("20k")) == quantity("70k")      | true
          quantity("1") == quantity("1000m")                           | true
          device.attributes["gpu"].version in ["a"]                    | ! internal error: runtime error: hash of unhashable type cel.Semver
          dyn(1.0) in [1, 2]                                           | true
          1 in [b"a"].map(x, x.size())                                 | true
          semver("1.2.3+a") == semver("1.2.3+b")                       | true
          {1: "a"} == {1: "a"}                                         | true
          dyn({1: 2}) == dyn({1u: 2.0})                                | true
          timestamp("2020-01-01T01:00:00+01:00") == timestamp("2020-01-01T00:00:00Z") | true
          optional.of(1) == optional.of(1)                             | true
          optional.none() == optional.of(1)                            | false
          type(1) == int                                               | true
          type(device.attributes["gpu"].model) == string               | true
          """)
  void equality_has_upstreams_quirks(String expression, String expected) {
    assertThat(result(expression)).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          "hello".charAt(1)                              | e
          "hello".charAt(9)                              | ! index out of range: 9
          "h\\U0001F600x".size()                         | 3
          "h\\U0001F600x".indexOf("x")                   | 2
          "abcab".indexOf("ab", 1)                       | 3
          "abcab".lastIndexOf("ab")                      | 3
          "aXb".lowerAscii() + "aXb".upperAscii()        | axbAXB
          "a-b-c".replace("-", "+", 1)                   | a+b-c
          "ab".replace("", "-")                          | -a-b-
          "a,b,c".split(",", 2)                          | [a, b,c]
          "abc".split("")                                | [a, b, c]
          "hello".substring(1, 3)                        | el
          "hello".substring(3, 1)                        | ! invalid substring range. start: 3, end: 1
          " \\t x\\u00a0 ".trim()                        | x
          ["a", "b"].join("-")                           | a-b
          strings.quote("a\\"\\n")                       | "a\\"\\n"
          "abc123".find("[0-9]+")                        | 123
          "a1b22".findAll("[0-9]+")                      | [1, 22]
          "a1b22".findAll("[0-9]+", 1)                   | [1]
          "baaac".findAll("a*").size()                   | 3
          "abc".matches("^a.c$")                         | true
          "%s %d %.2f %x %b %o".format(["a", 1, 1234.5, 255, 5, 8]) | a 1 1,234.50 ff 101 10
          "%s".format([[1, "a", 1.5, null]])             | [1, "a", 1.500000, null]
          "%s".format([{"b": 1, "a": [true]}])           | {"a":[true], "b":1}
          "%e".format([1234.5])                          | 1.234500×10⁰³
          (true ? "%d" : "").format(["a"])               | ! error during formatting: decimal clause can only be used on integers, was given string
          (true ? "%d %d" : "").format([1])              | ! index 1 out of range
          """)
  void strings_are_counted_in_characters(String expression, String expected) {
    assertThat(result(expression)).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          [3, 1, 2].sort()                               | [1, 2, 3]
          ["b", "a"].sortBy(x, x)                        | [a, b]
          [3, 1, 2].sortBy(x, -x)                        | [3, 2, 1]
          ["b1", "a1", "b0", "a0"].sortBy(x, x.charAt(0)) | [a1, a0, b1, b0]
          [double("NaN"), 1.0, 0.0].sort().map(x, string(x)) | [NaN, 0, 1]
          lists.range(20).sortBy(x, x % 2).slice(9, 11)  | [18, 1]
          {dyn(1): "a", dyn(1u): "b"}.size()             | 2
          {"b": 1, "a": 2}.map(k, k)                     | [b, a]
          {1: "a"}[dyn(1.0)]                             | a
          {dyn(duration("1s")): 1, dyn(duration("2s")): 2}.size() | 2
          [double("NaN")] == [double("NaN")]             | false
          [dyn(1), dyn("a")].sort().size()               | ! list elements must have the same type
          [1, 2, 2].isSorted()                           | true
          [1, 2, 3].sum()                                | 6
          [3, 1].min() + [3, 1].max()                    | 4
          [1].filter(x, x > 1).min()                     | ! min called on empty list
          [1, 2, 1].indexOf(1) + [1, 2, 1].lastIndexOf(1) | 2
          [1, 2, 1].distinct()                           | [1, 2]
          [1, 2, 3].reverse()                            | [3, 2, 1]
          [[1], [2, 3]].flatten()                        | [1, 2, 3]
          [[[1], [2]], [[3]]].flatten(2)                 | [1, 2, 3]
          dyn([1]).flatten(-1)                           | ! level must be non-negative
          [1, 2, 3].slice(1, 3)                          | [2, 3]
          [1, 2, 3].slice(2, 1)                          | ! cannot slice(2, 1), start index must be less than or equal to end index
          lists.range(3)                                 | [0, 1, 2]
          lists.range(-1)                                | ! lists.range: size must be non-negative, got -1
          [1] + [2] + []                                 | [1, 2]
          [1, 2].includes(2) && "a".includes("a")        | true
          sets.contains([1, 2], [2]) && sets.intersects([1], [1, 2]) | true
          sets.equivalent([1, 1], [1])                   | true
          [1, 2, 3].transformList(i, v, i > 0, v * 10)   | [20, 30]
          {"a": 1}.transformMap(k, v, v + 1).a           | 2
          ["x"].transformMapEntry(i, v, {v: i}).x        | 0
          ["x", "x"].transformMapEntry(i, v, {v: i}).x   | ! insert failed: key x already exists
          [1, 2].exists_one(x, x == 1)                   | true
          {"a": 1, "b": 2}.all(k, v, v > 0)              | true
          cel.bind(x, [], (x + [1]).size() + x.size())   | 2
          """)
  void lists_and_maps_are_searched_cut_and_built(String expression, String expected) {
    assertThat(result(expression)).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          optional.of(1).value()                         | 1
          optional.none().value() == 1                   | ! optional.none() dereference
          optional.ofNonZeroValue("").hasValue()         | false
          optional.none().or(optional.of(2)).orValue(3)  | 2
          [1, 2][?5].orValue(7)                          | 7
          {"a": {"b": 1}}.?a.?b.orValue(0)               | 1
          {"a": {"b": 1}}.?a.b.hasValue()                | true
          {"a": 1}.?a.optMap(x, x + 1).value()           | 2
          {"a": 1}.?z.optFlatMap(x, optional.of(x)).hasValue() | false
          [?optional.of(1), ?optional.none()]            | [1]
          {?"a": optional.none()}.size()                 | 0
          [optional.of(1), optional.none()].unwrapOpt()  | [1]
          [4, 5].first().value() + [4, 5].last().value() | 9
          has({"a": {"c": 1}}.?a.b)                      | false
          """)
  void optionals_stand_for_what_may_be_absent(String expression, String expected) {
    assertThat(result(expression)).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          quantity("1.5Gi").compareTo(quantity("1Gi"))   | 1
          quantity("1").isLessThan(quantity("2"))        | true
          quantity("1e3").asInteger()                    | 1000
          quantity("1.0").isInteger()                    | false
          quantity("1.5").asInteger()                    | ! cannot convert value to integer
          quantity("1").sub(3).asInteger()               | -2
          sign(quantity("-5"))                           | -1
          isQuantity("G") && !isQuantity("200K")         | true
          quantity("1Kx").asInteger()                    | ! quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'
          semver("1.2.3").minor()                        | 2
          semver("v1.2", true)                           | version 1.2.0
          semver("1.2.3-9").isLessThan(semver("1.2.3-10")) | true
          semver("1.2")                                  | ! No Major.Minor.Patch elements found
          device.attributes["gpu"].version.isGreaterThan(semver("550.0.0")) | true
          device.attributes["gpu"].model.compareTo(device.attributes["gpu"].model) | ! no such overload: compareTo(string, string)
          string(ip("::ffff:0:0"))                       | ! IPv4-mapped IPv6 address "::ffff:0:0" is not allowed
          string(ip("2001:DB8:0:0::1"))                  | 2001:db8::1
          ip.isCanonical("2001:DB8::1")                  | false
          ip("127.0.0.1").isLoopback()                   | true
          ip("fe80::1").family()                         | 6
          cidr("10.0.0.0/8").containsIP("10.1.2.3")      | true
          cidr("10.0.0.0/8").containsCIDR("10.1.0.0/16") | true
          string(cidr("10.1.2.3/8").masked())            | 10.0.0.0/8
          isCIDR("10.0.0.0/33")                          | false
          url("https://u@h:8443/p%20q?a=1&a=2").getPort() | 8443
          url("https://u@h:8443/p%20q?a=1&a=2").getEscapedPath() | /p%20q
          url("https://h/?a=1&a=2").getQuery().a         | [1, 2]
          url("http://[::1]:80/").getHostname()          | ::1
          isURL("relative") == isURL("/absolute")        | false
          url("relative").getHost()                      | ! URL parse error during conversion from string: parse "relative": invalid URI for request
          format.dns1123Label().validate("a.b").value()  | [must not contain dots]
          format.uuid().validate("x").value()            | [does not match the UUID format]
          format.named("date").value().validate("2020-02-30").hasValue() | true
          format.named("nope").hasValue()                | false
          """)
  void kubernetes_types_compare_and_convert_as_upstream_does(String expression, String expected) {
    assertThat(result(expression)).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          timestamp("2020-06-15T12:34:56.789-07:00").getHours()               | 19
          timestamp("2020-06-15T12:34:56Z").getHours("America/New_York")      | 8
          timestamp("2020-06-15T12:34:56Z").getHours("+05:30")                | 18
          timestamp("2020-06-15T12:34:56Z").getHours("Nope")                  | ! unknown time zone Nope
          timestamp("2020-06-15T12:34:56Z").getDayOfWeek()                    | 1
          timestamp("2020-06-15T12:34:56Z").getMonth()                        | 5
          string(timestamp("2020-06-15T12:00:00.5+01:00"))                    | 2020-06-15T12:00:00.5+01:00
          string(timestamp("2020-01-01T00:00:00Z") + duration("90m"))         | 2020-01-01T01:30:00Z
          string(timestamp("9999-12-31T23:59:59Z") + duration("1s"))          | ! timestamp overflow
          string(timestamp("2020-01-02T00:00:00Z") - timestamp("2020-01-01T00:00:00Z")) | 86400s
          duration("90m").getHours()                                          | 1
          string(duration("0") - duration("1.5s"))                            | -1.5s
          google.protobuf.Int64Value{value: 5} + 1                            | 6
          google.protobuf.Duration{seconds: 90}.getMinutes()                  | 1
          """)
  void times_keep_their_offset_and_know_zones(String expression, String expected) {
    assertThat(result(expression)).isEqualTo(expected);
  }
}
