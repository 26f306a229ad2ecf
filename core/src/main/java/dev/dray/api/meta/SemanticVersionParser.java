package dev.dray.api.meta;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/** A parser of semantic versions, whose messages are those that CEL's users see upstream. */
final class SemanticVersionParser {
  private SemanticVersionParser() {}

  /** A text cut at its separators; no part is checked yet. */
  private record Cut(String patch, List<String> preRelease, List<String> build) {
    static Cut of(String text) {
      int plus = text.indexOf('+');
      var beforeBuild = plus < 0 ? text : text.substring(0, plus);
      int dash = beforeBuild.indexOf('-');
      return new Cut(
          dash < 0 ? beforeBuild : beforeBuild.substring(0, dash),
          dash < 0 ? List.of() : atDots(beforeBuild.substring(dash + 1), Integer.MAX_VALUE),
          plus < 0 ? List.of() : atDots(text.substring(plus + 1), Integer.MAX_VALUE));
    }
  }

  static Parsed<SemanticVersion> parse(String text) {
    if (text.isEmpty()) {
      return mistake("Version string empty");
    }
    var parts = atDots(text, 3);
    if (parts.size() != 3) {
      return mistake("No Major.Minor.Patch elements found");
    }
    var cut = Cut.of(parts.get(2));
    var numbers = List.of(parts.get(0), parts.get(1), cut.patch());
    var wrong = wrongNumber(numbers);
    if (wrong.isEmpty()) {
      wrong = wrongPreRelease(cut.preRelease());
    }
    if (wrong.isEmpty()) {
      wrong = wrongBuild(cut.build());
    }
    return wrong.isEmpty() ? version(numbers, cut) : mistake(wrong);
  }

  private static Parsed<SemanticVersion> version(List<String> numbers, Cut cut) {
    return new Parsed.Value<>(
        new SemanticVersion(
            Long.parseUnsignedLong(numbers.get(0)),
            Long.parseUnsignedLong(numbers.get(1)),
            Long.parseUnsignedLong(numbers.get(2)),
            cut.preRelease(),
            cut.build()));
  }

  static Parsed<SemanticVersion> parseNormalized(String text) {
    var parts = new ArrayList<String>();
    for (var part : atDots(text.startsWith("v") ? text.substring(1) : text, 3)) {
      parts.add(withoutLeadingZeros(part));
    }
    var last = parts.getLast();
    if (parts.size() < 3 && (last.indexOf('+') >= 0 || last.indexOf('-') >= 0)) {
      return mistake("short version cannot contain PreRelease/Build meta data");
    }
    while (parts.size() < 3) {
      parts.add("0");
    }
    return parse(String.join(".", parts));
  }

  private static String withoutLeadingZeros(String part) {
    boolean oneByte = part.length() == 1 && part.charAt(0) < 0x80;
    if (part.isEmpty() || oneByte) {
      return part;
    }
    int zeros = 0;
    while (zeros < part.length() && part.charAt(zeros) == '0') {
      zeros++;
    }
    var rest = part.substring(zeros);
    return rest.isEmpty() || !isDigit(rest.charAt(0)) ? "0" + rest : rest;
  }

  static boolean isPreReleasePart(String part) {
    return isBuildPart(part) && !(isNumber(part) && hasLeadingZeros(part));
  }

  static boolean isBuildPart(String part) {
    for (int at = 0; at < part.length(); at++) {
      if (!isPartCharacter(part.charAt(at))) {
        return false;
      }
    }
    return !part.isEmpty();
  }

  /** Returns whether there is nothing but digits; there may be none. */
  static boolean isNumber(String part) {
    for (int at = 0; at < part.length(); at++) {
      if (!isDigit(part.charAt(at))) {
        return false;
      }
    }
    return true;
  }

  private static String wrongNumber(List<String> numbers) {
    var names = List.of("Major", "Minor", "Patch");
    for (int i = 0; i < numbers.size(); i++) {
      var wrong = wrongNumber(names.get(i), numbers.get(i));
      if (!wrong.isEmpty()) {
        return wrong;
      }
    }
    return "";
  }

  private static String wrongNumber(String name, String number) {
    if (!isNumber(number)) {
      return "Invalid character(s) found in "
          + Character.toLowerCase(name.charAt(0))
          + name.substring(1)
          + " number "
          + GoQuote.quote(number);
    }
    return hasLeadingZeros(number)
        ? name + " number must not contain leading zeroes " + GoQuote.quote(number)
        : outOfRange(number);
  }

  private static String outOfRange(String number) {
    if (number.isEmpty()) {
      return "strconv.ParseUint: parsing \"\": invalid syntax";
    }
    return unsigned(number).isPresent()
        ? ""
        : "strconv.ParseUint: parsing " + GoQuote.quote(number) + ": value out of range";
  }

  private static OptionalLong unsigned(String digits) {
    var most = Long.toUnsignedString(-1L);
    boolean fits =
        digits.length() < most.length()
            || (digits.length() == most.length() && digits.compareTo(most) <= 0);
    return fits ? OptionalLong.of(Long.parseUnsignedLong(digits)) : OptionalLong.empty();
  }

  private static String wrongPreRelease(List<String> parts) {
    for (var part : parts) {
      var wrong = wrongPreReleasePart(part);
      if (!wrong.isEmpty()) {
        return wrong;
      }
    }
    return "";
  }

  private static String wrongPreReleasePart(String part) {
    if (part.isEmpty()) {
      return "Prerelease is empty";
    }
    if (!isNumber(part)) {
      return isBuildPart(part)
          ? ""
          : "Invalid character(s) found in prerelease " + GoQuote.quote(part);
    }
    return hasLeadingZeros(part)
        ? "Numeric PreRelease version must not contain leading zeroes " + GoQuote.quote(part)
        : outOfRange(part);
  }

  private static String wrongBuild(List<String> parts) {
    for (var part : parts) {
      if (part.isEmpty()) {
        return "Build meta data is empty";
      }
      if (!isBuildPart(part)) {
        return "Invalid character(s) found in build meta data " + GoQuote.quote(part);
      }
    }
    return "";
  }

  private static List<String> atDots(String text, int atMost) {
    return List.of(text.split("\\.", atMost == Integer.MAX_VALUE ? -1 : atMost));
  }

  private static boolean hasLeadingZeros(String number) {
    return number.length() > 1 && number.charAt(0) == '0';
  }

  private static boolean isDigit(int character) {
    return character >= '0' && character <= '9';
  }

  private static boolean isPartCharacter(int character) {
    return isDigit(character)
        || (character >= 'a' && character <= 'z')
        || (character >= 'A' && character <= 'Z')
        || character == '-';
  }

  private static Parsed<SemanticVersion> mistake(String message) {
    return new Parsed.Mistake<>(message);
  }
}
