package dev.dray.api.codec.text;

/**
 * The limits on a source, so that no input takes more memory or time than its size warrants.
 *
 * @param bytes the size of the whole source
 * @param depth how deep objects and lists may nest
 * @param aliased how many YAML tokens may come out of aliases
 * @param kept how many tokens may come before the {@code kind} of the objects they belong to
 * @param documents how many objects a source may have, in documents and in lists
 * @param problems how many problems of one document are listed before the rest is only counted
 */
public record Limits(int bytes, int depth, int aliased, int kept, int documents, int problems) {
  public static final Limits DEFAULT = new Limits(1 << 30, 200, 1_000_000, 1_000_000, 250_000, 100);

  /** Refuses a document beyond the limit. */
  public void checkDocuments(int before, Location at) {
    if (before >= documents) {
      throw new SyntaxException(
          "The input has more than %,d objects. Maybe split it into several files."
              .formatted(documents),
          at);
    }
  }
}
