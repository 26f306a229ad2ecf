package dev.dray.schema;

import java.util.ArrayList;
import java.util.List;

/**
 * A parameter in the path or query of a request.
 *
 * @param in {@code path} or {@code query}
 * @param type string, boolean or integer
 */
record Parameter(String name, String in, String type, String description) {

  static final Parameter NAMESPACE =
      new Parameter("namespace", "path", "string", "The namespace of the objects.");

  static final Parameter PRETTY =
      query("pretty", "string", "Set to true for a response with line breaks and indentation.");

  private static final Parameter DRY_RUN =
      query(
          "dryRun", "string", "All: do everything but store the result. Nothing else is allowed.");

  private static final Parameter FIELD_MANAGER =
      query(
          "fieldManager",
          "string",
          "Who writes, as noted in metadata.managedFields; at most 128 characters. Required for"
              + " server-side apply.");

  private static final Parameter FIELD_VALIDATION =
      query(
          "fieldValidation",
          "string",
          "What to do about unknown and repeated fields. Ignore: drop them. Warn: drop them and say"
              + " so in a Warning header; this is the default. Strict: refuse the request.");

  private static final Parameter FORCE =
      query(
          "force",
          "boolean",
          "For server-side apply: take over fields that others own instead of reporting a"
              + " conflict.");

  static final List<Parameter> OF_WRITES = List.of(DRY_RUN, FIELD_MANAGER, FIELD_VALIDATION);

  static final List<Parameter> OF_PATCHES =
      List.of(DRY_RUN, FIELD_MANAGER, FIELD_VALIDATION, FORCE);

  static final List<Parameter> OF_DELETES =
      List.of(
          DRY_RUN,
          query(
              "gracePeriodSeconds",
              "integer",
              "How long the object may take to shut down; 0 to delete it at once."),
          query("orphanDependents", "boolean", "Deprecated: use propagationPolicy."),
          query(
              "propagationPolicy",
              "string",
              "What becomes of objects that this one owns. Orphan: they stay. Background: they are"
                  + " deleted later. Foreground: they are deleted first."));

  private static final List<Parameter> OF_SELECTIONS =
      List.of(
          query(
              "continue",
              "string",
              "The token from the metadata of a page, to get the next one; only with limit."),
          query(
              "fieldSelector",
              "string",
              "Only objects whose fields have these values, such as spec.nodeName=n1."),
          query("labelSelector", "string", "Only objects whose labels match."),
          query(
              "limit",
              "integer",
              "The maximum number of objects of a page; the response has the token for the next"
                  + " one."),
          query(
              "resourceVersion",
              "string",
              "The minimum version of a list, or the version after which a watch begins."),
          query(
              "resourceVersionMatch",
              "string",
              "NotOlderThan or Exact: what resourceVersion means for a list."),
          query(
              "sendInitialEvents",
              "boolean",
              "With watch: begin with the existing objects, followed by a bookmark."),
          query("timeoutSeconds", "integer", "Ends a list or watch after this time."));

  static final List<Parameter> OF_LISTS = lists();

  static final List<Parameter> OF_COLLECTION_DELETES = collectionDeletes();

  private static List<Parameter> lists() {
    var all = new ArrayList<Parameter>();
    all.add(
        query(
            "allowWatchBookmarks",
            "boolean",
            "With watch: send bookmarks, from whose version a later watch can resume."));
    all.addAll(OF_SELECTIONS);
    all.add(query("watch", "boolean", "Stream changes instead of listing objects."));
    return List.copyOf(all);
  }

  private static List<Parameter> collectionDeletes() {
    var all = new ArrayList<Parameter>();
    all.addAll(OF_DELETES);
    all.addAll(OF_SELECTIONS);
    return List.copyOf(all);
  }

  private static Parameter query(String name, String type, String description) {
    return new Parameter(name, "query", type, description);
  }

  static Parameter nameOf(String kind) {
    return new Parameter("name", "path", "string", "The name of the " + kind + ".");
  }
}
