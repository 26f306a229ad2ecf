package dev.dray.client;

/**
 * A selection among the objects of a kind.
 *
 * @param namespace the namespace; empty for all
 * @param labels the {@code labelSelector}; empty for all
 * @param fields the {@code fieldSelector}; empty for all
 */
public record ListSelector(String namespace, String labels, String fields) {
  public static final ListSelector ALL = new ListSelector("", "", "");

  public static ListSelector fields(String fields) {
    return new ListSelector("", "", fields);
  }
}
