package dev.dray.cli;

import dev.dray.api.admission.Admission;
import dev.dray.api.codec.Document;
import dev.dray.api.codec.FieldValidation;
import dev.dray.api.codec.Location;
import dev.dray.api.codec.Locator;
import dev.dray.api.codec.Manifests;
import dev.dray.api.codec.Problem;
import dev.dray.api.gate.Gates;
import dev.dray.api.meta.FieldPath;
import dev.dray.api.meta.Violation;
import dev.dray.api.resource.ApiObject;
import dev.dray.api.resource.DeviceClass;
import dev.dray.api.resource.DeviceTaintRule;
import dev.dray.api.resource.ResourceClaim;
import dev.dray.api.resource.ResourceClaimTemplate;
import dev.dray.api.resource.ResourcePoolStatusRequest;
import dev.dray.api.resource.ResourceSlice;
import dev.dray.api.resource.ResourceSlicePatch;
import dev.dray.api.validation.Validator;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Everything an API server would say of the objects in a file, each with its line and column. */
final class Inspection {

  /** An object, what it is called, and what is wrong with it. */
  record Inspected(String title, Kindred kindred, List<Finding> findings) {
    boolean valid() {
      return findings.stream().noneMatch(Finding::isError);
    }
  }

  /** Whether an object is one of ours. */
  enum Kindred {
    OURS,
    FOREIGN,
    UNREADABLE
  }

  private static final FieldPath STATUS = FieldPath.of("status");
  private static final Comparator<Location> BY_PLACE =
      Comparator.comparingInt(Location::line).thenComparingInt(Location::column);

  private final FieldValidation fieldValidation;
  private final Admission admission;
  private final Validator validator;
  private final Instant now;

  Inspection(Gates gates, FieldValidation fieldValidation, Instant now) {
    this.fieldValidation = fieldValidation;
    this.admission = new Admission(gates);
    this.validator = Validator.with(gates);
    this.now = now;
  }

  List<Inspected> inspect(InputFile file) {
    return new Manifests(fieldValidation)
        .read(file.bytes()).stream().map(document -> inspect(file, document)).toList();
  }

  Inspected inspect(InputFile file, Document document) {
    return switch (document) {
      case Document.Foreign(var apiVersion, var kind, _) ->
          new Inspected(kind + " (" + apiVersion + ")", Kindred.FOREIGN, List.of());
      case Document.Core(var object, var problems, _) ->
          new Inspected(
              object.kindName() + "/" + object.metadata().name(),
              Kindred.FOREIGN,
              ofProblems(file, problems));
      case Document.Unreadable(var problems, _) ->
          new Inspected("", Kindred.UNREADABLE, ofProblems(file, problems));
      case Document.Read read ->
          new Inspected(titleOf(read.object()), Kindred.OURS, findings(file, read));
    };
  }

  private static String titleOf(ApiObject object) {
    var metadata = object.metadata();
    var name = metadata.name().isEmpty() ? metadata.generateName() + "*" : metadata.name();
    return object.kind().kindName()
        + "/"
        + (metadata.namespace().isEmpty() ? name : metadata.namespace() + "/" + name);
  }

  private List<Finding> findings(InputFile file, Document.Read read) {
    var findings = new ArrayList<>(ofProblems(file, read.problems()));
    var admitted = admission.create(read.object(), now);
    var violations =
        Stream.concat(
                validator.create(admitted.object()).stream(),
                statusViolations(read.object(), admitted.object()))
            .filter(violation -> !causedBy(read.problems(), violation.path()))
            .toList();
    var paths = violations.stream().map(Violation::path).distinct().toList();
    var places = new Locator().locate(file.bytes(), read.place(), paths);
    for (var violation : violations) {
      var at = Optional.ofNullable(places.get(violation.path())).orElse(read.place().start());
      findings.add(ofViolation(file, violation, at));
    }
    var warnings = new ArrayList<>(admitted.warnings());
    warnings.addAll(validator.warnings(admitted.object()));
    warnings.forEach(warning -> findings.add(ofWarning(file, warning, read.place().start())));
    findings.sort(Comparator.comparing(Finding::at, BY_PLACE));
    return findings;
  }

  /**
   * What an API server would say if the status were written to the object once it is there.
   * Creating an object forgets its status, but here it may come from a cluster.
   */
  private Stream<Violation> statusViolations(ApiObject written, ApiObject created) {
    return switch (written) {
      case ResourceClaim _, DeviceTaintRule _, ResourcePoolStatusRequest _ -> {
        var admitted = admission.updateStatus(written, created, now).object();
        yield validator.updateStatus(admitted, created).stream()
            .filter(violation -> violation.path().isWithin(STATUS));
      }
      case ResourceSlice _, ResourceClaimTemplate _, DeviceClass _, ResourceSlicePatch _ ->
          Stream.empty();
    };
  }

  /** A field that could not be read is missing from the object: once told is enough. */
  private static boolean causedBy(List<Problem> problems, FieldPath path) {
    return problems.stream()
        .filter(problem -> problem.severity() == Problem.Severity.ERROR)
        .anyMatch(problem -> !problem.path().isRoot() && path.isWithin(problem.path()));
  }

  private static List<Finding> ofProblems(InputFile file, List<Problem> problems) {
    return problems.stream()
        .map(
            problem ->
                new Finding(
                    problem.severity() == Problem.Severity.ERROR
                        ? Finding.Severity.ERROR
                        : Finding.Severity.WARNING,
                    file,
                    problem.at(),
                    problem.path().toString(),
                    problem.message(),
                    "syntax",
                    problem.hint()))
        .toList();
  }

  private static Finding ofViolation(InputFile file, Violation violation, Location at) {
    return new Finding(
        Finding.Severity.ERROR,
        file,
        at,
        violation.path().toString(),
        violation.toString(),
        violation.rule(),
        violation.hint());
  }

  private static Finding ofWarning(InputFile file, String warning, Location at) {
    return new Finding(
        Finding.Severity.WARNING, file, at, "", warning, "warning", Optional.empty());
  }
}
