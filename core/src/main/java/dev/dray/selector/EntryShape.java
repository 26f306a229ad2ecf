package dev.dray.selector;

import dev.dray.selector.EntryName.DomainName;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The sorted names of some entries, with the way each was written; the values are kept elsewhere.
 */
final class EntryShape {
  static final int NOWHERE = -1;

  private final EntryName[] names;
  private final String[] written;
  private final int hash;

  /**
   * @param names in their order, each once
   * @param written the name of each as the slice has it
   */
  EntryShape(List<EntryName> names, List<String> written) {
    this.names = names.toArray(EntryName[]::new);
    this.written = written.toArray(String[]::new);
    this.hash = 31 * names.hashCode() + written.hashCode();
  }

  int size() {
    return names.length;
  }

  EntryName name(int slot) {
    return names[slot];
  }

  String written(int slot) {
    return written[slot];
  }

  /** Returns the slot of the entry, or {@link #NOWHERE}. */
  int slot(EntryName name) {
    int found = Arrays.binarySearch(names, name);
    return found < 0 ? NOWHERE : found;
  }

  boolean has(DomainName domain) {
    int found = Arrays.binarySearch(names, domain.entry(""));
    int at = found < 0 ? -found - 1 : found;
    return at < names.length
        && names[at].part() == domain.part()
        && names[at].domain().equals(domain.domain());
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return this == other
        || (other instanceof EntryShape that
            && hash == that.hash
            && Arrays.equals(names, that.names)
            && Arrays.equals(written, that.written));
  }

  @Override
  public int hashCode() {
    return hash;
  }

  @Override
  public String toString() {
    return Arrays.toString(written);
  }
}
