package dev.dray.cli.manifest;

import dev.dray.api.codec.Document;
import dev.dray.api.codec.Locator;
import dev.dray.api.codec.text.Location;
import dev.dray.api.meta.FieldPath;
import dev.dray.api.resource.ApiObject;
import dev.dray.cli.manifest.Inspection.Inspected;
import dev.dray.cli.manifest.Inspection.Kindred;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** An object of a file during inspection: findings are added until it is complete. */
public final class ManifestObject {
  /**
   * The most findings listed per object. Hardly anybody reads more, and a mistake repeated for each
   * device would bury all others.
   */
  static final int MOST_TOLD = 100;

  private static final Comparator<Location> BY_PLACE =
      Comparator.comparingInt(Location::line).thenComparingInt(Location::column);

  private final InputFile file;
  private final Document document;
  private final String title;
  private final Kindred kindred;
  private final List<FieldFinding> fieldFindings;

  public ManifestObject(
      InputFile file,
      Document document,
      String title,
      Kindred kindred,
      List<FieldFinding> fieldFindings) {
    this.file = file;
    this.document = document;
    this.title = title;
    this.kindred = kindred;
    this.fieldFindings = new ArrayList<>(fieldFindings);
  }

  /** Returns the title of an object. */
  public static String titleOf(ApiObject object) {
    var metadata = object.metadata();
    var name = metadata.name().isEmpty() ? metadata.generateName() + "*" : metadata.name();
    return object.kind().kindName()
        + "/"
        + (metadata.namespace().isEmpty() ? name : metadata.namespace() + "/" + name);
  }

  public InputFile file() {
    return file;
  }

  public Document document() {
    return document;
  }

  public void add(FieldFinding fieldFinding) {
    fieldFindings.add(fieldFinding);
  }

  public boolean hasErrors() {
    return fieldFindings.stream().anyMatch(FieldFinding::isError);
  }

  /** Returns all findings with their locations; each file is read at most once more. */
  public static List<Inspected> inspected(List<ManifestObject> entries) {
    var wanted = new LinkedHashMap<InputFile, Map<Document.Place, Set<FieldPath>>>();
    for (var manifestObject : entries) {
      var paths = manifestObject.paths();
      if (!paths.isEmpty()) {
        wanted
            .computeIfAbsent(manifestObject.file, _ -> new LinkedHashMap<>())
            .put(manifestObject.document.place(), paths);
      }
    }
    var located = new LinkedHashMap<InputFile, Map<Document.Place, Map<FieldPath, Location>>>();
    wanted.forEach(
        (file, places) ->
            located.put(file, new Locator().locate(file.bytes(), file.firstLine(), places)));
    return entries.stream()
        .map(
            manifestObject ->
                manifestObject.inspected(
                    located
                        .getOrDefault(manifestObject.file, Map.of())
                        .getOrDefault(manifestObject.document.place(), Map.of())))
        .toList();
  }

  private Set<FieldPath> paths() {
    var paths = new LinkedHashSet<FieldPath>();
    told().stream().filter(it -> it.at().isEmpty()).map(FieldFinding::path).forEach(paths::add);
    return paths;
  }

  /**
   * Returns the findings to list, errors first, so that the reason of the exit code is not left
   * out.
   */
  private List<FieldFinding> told() {
    return fieldFindings.size() <= MOST_TOLD
        ? fieldFindings
        : fieldFindings.stream()
            .sorted(Comparator.comparing(FieldFinding::severity))
            .limit(MOST_TOLD)
            .toList();
  }

  private Inspected inspected(Map<FieldPath, Location> places) {
    var told = told();
    var findings = new ArrayList<Finding>();
    for (var fieldFinding : told) {
      var at = places.getOrDefault(fieldFinding.path(), document.place().start());
      findings.add(fieldFinding.in(file, at));
    }
    findings.sort(Comparator.comparing(Finding::at, BY_PLACE));
    var errors = fieldFindings.stream().filter(FieldFinding::isError).count();
    return new Inspected(
        title,
        kindred,
        findings,
        new Inspection.Omitted(
            errors - findings.stream().filter(Finding::isError).count(),
            fieldFindings.size() - errors - findings.stream().filter(it -> !it.isError()).count()));
  }
}
