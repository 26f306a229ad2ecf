package dev.dray.verify.conformance;

import dev.dray.api.codec.shape.ApiVersion;
import dev.dray.api.meta.Violations;
import dev.dray.api.resource.ApiObject;
import dev.dray.api.validation.Validator;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/** Validates the object of a case and compares the set of (type, field). */
record ValidationSuite(String expectedField) implements Suite {

  @Override
  public Outcome run(Case it) {
    var json = it.json();
    var validator = Validator.with(CaseObjects.gates(json.get("featureGates")));
    var object =
        CaseObjects.object(
            Omissions.restored(json.get("object"), json.get(expectedField)),
            rawOf(json, "rawParameters"));
    var actual = validate(validator, json, object);
    var expected = FieldErrors.of(json.get(expectedField));
    boolean beta1 = json.get("apiVersion").asString().equals(ApiVersion.V1BETA1.apiVersion());
    return Deviations.judge(object, actual, beta1 ? expected.inV1Paths() : expected);
  }

  private static Violations validate(Validator validator, JsonNode json, ApiObject object) {
    var operation = json.get("operation").asString();
    if (operation.equals("create")) {
      return validator.create(object);
    }
    var old =
        CaseObjects.object(
            Omissions.restored(json.get("oldObject"), JsonNodeFactory.instance.arrayNode()),
            rawOf(json, "oldRawParameters"));
    boolean status =
        operation.equals("statusUpdate")
            || Optional.ofNullable(json.get("subresource"))
                .filter(it -> it.asString().equals("status"))
                .isPresent();
    return status ? validator.updateStatus(object, old) : validator.update(object, old);
  }

  private static JsonNode rawOf(JsonNode json, String field) {
    return Optional.ofNullable(json.get(field))
        .filter(JsonNode::isArray)
        .orElseGet(JsonNodeFactory.instance::arrayNode);
  }
}
