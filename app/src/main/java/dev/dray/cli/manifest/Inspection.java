package dev.dray.cli.manifest;

import dev.dray.api.admission.Admission;
import dev.dray.api.codec.Document;
import dev.dray.api.codec.shape.DecodingError;
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
import java.util.List;
import java.util.stream.Stream;

/**
 * The inspection of the objects in a file: everything an API server would say, with line and
 * column.
 */
public final class Inspection {

  /**
   * An object, its title, and the findings about it.
   *
   * @param omitted the number of further findings
   */
  public record Inspected(String title, Kindred kindred, List<Finding> findings, Omitted omitted) {
    Inspected(String title, Kindred kindred, List<Finding> findings) {
      this(title, kindred, findings, Omitted.NOTHING);
    }

    public boolean valid() {
      return errors() == 0;
    }

    long errors() {
      return findings.stream().filter(Finding::isError).count() + omitted.errors();
    }

    public long warnings() {
      return findings.stream().filter(it -> !it.isError()).count() + omitted.warnings();
    }
  }

  /** The number of findings that are not listed. */
  record Omitted(long errors, long warnings) {
    static final Omitted NOTHING = new Omitted(0, 0);

    long all() {
      return errors + warnings;
    }
  }

  /** The kind of document: a known object, a foreign one, or an unreadable one. */
  public enum Kindred {
    OURS,
    FOREIGN,
    UNREADABLE
  }

  private static final FieldPath STATUS = FieldPath.of("status");

  private final Admission admission;
  private final Validator validator;
  private final Instant now;

  Inspection(Gates gates, Instant now) {
    this(gates, Validator.with(gates), now);
  }

  /**
   * @param gates the features that decide which fields are kept
   * @param validator the rules to check
   */
  public Inspection(Gates gates, Validator validator, Instant now) {
    this.admission = new Admission(gates);
    this.validator = validator;
    this.now = now;
  }

  /** Inspects the documents of a file. */
  List<Inspected> inspect(InputFile file, List<Document> documents) {
    return ManifestObject.inspected(
        documents.stream().map(document -> entry(file, document)).toList());
  }

  /** Returns a document with the findings of an API server. */
  public ManifestObject entry(InputFile file, Document document) {
    return switch (document) {
      case Document.Foreign(var apiVersion, var kind, _) ->
          new ManifestObject(
              file, document, kind + " (" + apiVersion + ")", Kindred.FOREIGN, List.of());
      case Document.Core(var object, var problems, _) ->
          new ManifestObject(
              file,
              document,
              object.kindName() + "/" + object.metadata().name(),
              Kindred.FOREIGN,
              ofProblems(problems));
      case Document.Unreadable(var problems, _) ->
          new ManifestObject(file, document, "", Kindred.UNREADABLE, ofProblems(problems));
      case Document.Read read ->
          new ManifestObject(
              file,
              document,
              ManifestObject.titleOf(read.object()),
              Kindred.OURS,
              fieldFindings(read));
    };
  }

  private List<FieldFinding> fieldFindings(Document.Read read) {
    var fieldFindings = new ArrayList<>(ofProblems(read.problems()));
    var written = read.object();
    var admitted = admission.create(written, now);
    Stream.concat(
            validator.create(admitted.object()).stream(),
            statusViolations(written, admitted.object()))
        .filter(violation -> !causedBy(read.problems(), violation.path()))
        .map(FieldFinding::of)
        .forEach(fieldFindings::add);
    admitted.warnings().stream().map(FieldFinding::warning).forEach(fieldFindings::add);
    validator.warnings(admitted.object()).stream()
        .map(FieldFinding::warning)
        .forEach(fieldFindings::add);
    return fieldFindings;
  }

  /**
   * Returns the violations an API server would report if the status were written after the
   * creation. Creating an object drops its status, but here it may come from a cluster.
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

  /**
   * Returns whether a violation follows from a decoding error: an unreadable field is missing from
   * the object, and one finding about it is enough.
   */
  private static boolean causedBy(List<DecodingError> problems, FieldPath path) {
    return problems.stream()
        .filter(error -> error.severity() == DecodingError.Severity.ERROR)
        .anyMatch(error -> !error.path().isRoot() && path.isWithin(error.path()));
  }

  private static List<FieldFinding> ofProblems(List<DecodingError> problems) {
    return problems.stream().map(FieldFinding::of).toList();
  }
}
