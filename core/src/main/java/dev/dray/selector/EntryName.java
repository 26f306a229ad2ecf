package dev.dray.selector;

import java.util.Comparator;

/**
 * The name under which expressions find one entry of a device: {@code
 * device.<part>["<domain>"].<id>}.
 *
 * <p>However a slice spells a name, on one device it stands for one entry.
 */
public record EntryName(Part part, String domain, String id) implements Comparable<EntryName> {
  /** The maps of a device that hold entries. */
  public enum Part {
    ATTRIBUTES,
    CAPACITY
  }

  /**
   * Returns the entry that a slice of the driver calls so; a name without a domain is in the
   * driver's.
   */
  public static EntryName of(Part part, String written, String driver) {
    int slash = written.indexOf('/');
    return slash < 0
        ? new EntryName(part, driver, written)
        : new EntryName(part, written.substring(0, slash), written.substring(slash + 1));
  }

  public DomainName domainName() {
    return new DomainName(part, domain);
  }

  public String qualified() {
    return domain + "/" + id;
  }

  @Override
  public int compareTo(EntryName other) {
    int byPart = part.compareTo(other.part);
    int byDomain = byPart != 0 ? byPart : domain.compareTo(other.domain);
    return byDomain != 0 ? byDomain : id.compareTo(other.id);
  }

  /** All entries of one part that share a domain: {@code device.<part>["<domain>"]}. */
  public record DomainName(Part part, String domain) implements Comparable<DomainName> {
    private static final Comparator<DomainName> ORDER =
        Comparator.comparing(DomainName::part).thenComparing(DomainName::domain);

    EntryName entry(String id) {
      return new EntryName(part, domain, id);
    }

    @Override
    public int compareTo(DomainName other) {
      return ORDER.compare(this, other);
    }
  }
}
