package dev.dray.selector;

import dev.dray.api.meta.Spelling;
import dev.dray.selector.EntryName.DomainName;
import dev.dray.selector.EntryName.Part;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * A name that an expression reads and no device has, though one has a name much like it.
 *
 * @param nearest the name that was probably meant; it may be in the other part
 */
public record Unpublished(EntryName name, EntryName nearest) {

  /** Returns the names that are probably mistakes, given all devices. */
  public static List<Unpublished> in(ReadSet reads, List<DeviceTable> tables) {
    var published = new TreeSet<EntryName>();
    tables.forEach(table -> published.addAll(table.published()));
    return in(reads, published);
  }

  /**
   * Returns the names that are probably mistakes, given all names to which any device gives a
   * value.
   */
  public static List<Unpublished> in(ReadSet reads, SortedSet<EntryName> published) {
    var found = new ArrayList<Unpublished>();
    for (var name : reads.entries()) {
      if (!published.contains(name)) {
        nearest(name, published).ifPresent(it -> found.add(new Unpublished(name, it)));
      }
    }
    return List.copyOf(found);
  }

  /**
   * Returns the name that was probably meant: the same name in the other part, else a similar name
   * in the domain, else a similar name in a similar domain.
   */
  public static Optional<EntryName> nearest(EntryName name, SortedSet<EntryName> published) {
    var opposite = new EntryName(opposite(name.part()), name.domain(), name.id());
    if (published.contains(opposite)) {
      return Optional.of(opposite);
    }
    return inDomain(name.domainName(), name.id(), published)
        .or(
            () ->
                Spelling.nearest(name.domain(), domains(name.part(), published))
                    .map(domain -> new DomainName(name.part(), domain))
                    .flatMap(domain -> inDomain(domain, name.id(), published)));
  }

  private static Part opposite(Part part) {
    return switch (part) {
      case ATTRIBUTES -> Part.CAPACITY;
      case CAPACITY -> Part.ATTRIBUTES;
    };
  }

  private static Optional<EntryName> inDomain(
      DomainName domain, String id, SortedSet<EntryName> published) {
    var ids =
        published.stream()
            .filter(name -> name.domainName().equals(domain))
            .map(EntryName::id)
            .toList();
    return Spelling.nearest(id, ids).map(domain::entry);
  }

  private static List<String> domains(Part part, SortedSet<EntryName> published) {
    return published.stream()
        .filter(name -> name.part() == part)
        .map(EntryName::domain)
        .distinct()
        .toList();
  }
}
