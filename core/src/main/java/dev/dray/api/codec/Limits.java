package dev.dray.api.codec;

/**
 * What a source may cost before it is refused, so that no input takes more memory or time than its
 * size warrants.
 *
 * @param bytes size of the whole source
 * @param depth how deep objects and lists may nest
 * @param aliased how many YAML tokens may come out of aliases
 * @param problems how many problems are told of one document before the rest is only counted
 */
public record Limits(int bytes, int depth, int aliased, int problems) {
  public static final Limits DEFAULT = new Limits(64 << 20, 200, 1_000_000, 100);
}
