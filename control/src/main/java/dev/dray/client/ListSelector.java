package dev.dray.client;

import static java.util.Objects.requireNonNull;

/**
 * Which objects of a kind are meant.
 *
 * @param namespace empty for all
 * @param labels as of {@code labelSelector}; empty for all
 * @param fields as of {@code fieldSelector}; empty for all
 */
public record ListSelector(String namespace, String labels, String fields) {
  public static final ListSelector ALL = new ListSelector("", "", "");

  public ListSelector {
    requireNonNull(namespace, "namespace");
    requireNonNull(labels, "labels");
    requireNonNull(fields, "fields");
  }

  public static ListSelector fields(String fields) {
    return new ListSelector("", "", fields);
  }
}
