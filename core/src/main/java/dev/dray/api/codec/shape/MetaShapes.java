package dev.dray.api.codec.shape;

import static dev.dray.api.codec.shape.ScalarShape.BOOL;
import static dev.dray.api.codec.shape.ScalarShape.LONG;
import static dev.dray.api.codec.shape.ScalarShape.RAW;
import static dev.dray.api.codec.shape.ScalarShape.STRING;
import static dev.dray.api.codec.shape.ScalarShape.TIME;

import dev.dray.api.meta.Condition;
import dev.dray.api.meta.LabelSelector;
import dev.dray.api.meta.LabelSelectorRequirement;
import dev.dray.api.meta.ManagedFieldsEntry;
import dev.dray.api.meta.NodeSelector;
import dev.dray.api.meta.NodeSelectorRequirement;
import dev.dray.api.meta.NodeSelectorTerm;
import dev.dray.api.meta.ObjectMeta;
import dev.dray.api.meta.OwnerReference;

/** The shapes that all kinds share. */
public final class MetaShapes {
  private MetaShapes() {}

  private static final ObjectShape<OwnerReference> OWNER =
      ObjectShape.of(
          fields -> {
            var apiVersion = fields.always("apiVersion", STRING, OwnerReference::apiVersion);
            var kind = fields.always("kind", STRING, OwnerReference::kind);
            var name = fields.always("name", STRING, OwnerReference::name);
            var uid = fields.always("uid", STRING, OwnerReference::uid);
            var controller = fields.maybe("controller", BOOL, OwnerReference::controller);
            var block =
                fields.maybe("blockOwnerDeletion", BOOL, OwnerReference::blockOwnerDeletion);
            return values ->
                new OwnerReference(
                    values.get(apiVersion),
                    values.get(kind),
                    values.get(name),
                    values.get(uid),
                    values.get(controller),
                    values.get(block));
          });

  private static final ObjectShape<ManagedFieldsEntry> MANAGED_FIELDS =
      ObjectShape.of(
          fields -> {
            var manager = fields.add("manager", STRING, ManagedFieldsEntry::manager);
            var operation = fields.add("operation", STRING, ManagedFieldsEntry::operation);
            var apiVersion = fields.add("apiVersion", STRING, ManagedFieldsEntry::apiVersion);
            var time = fields.maybe("time", TIME, ManagedFieldsEntry::time);
            var fieldsType = fields.add("fieldsType", STRING, ManagedFieldsEntry::fieldsType);
            var fieldsV1 = fields.maybe("fieldsV1", RAW, ManagedFieldsEntry::fieldsV1);
            var subresource = fields.add("subresource", STRING, ManagedFieldsEntry::subresource);
            return values ->
                new ManagedFieldsEntry(
                    values.get(manager),
                    values.get(operation),
                    values.get(apiVersion),
                    values.get(time),
                    values.get(fieldsType),
                    values.get(fieldsV1),
                    values.get(subresource));
          });

  public static final ObjectShape<ObjectMeta> OBJECT_META =
      ObjectShape.of(
          fields -> {
            var name = fields.add("name", STRING, ObjectMeta::name);
            var generateName = fields.add("generateName", STRING, ObjectMeta::generateName);
            var namespace = fields.add("namespace", STRING, ObjectMeta::namespace);
            var selfLink = fields.add("selfLink", STRING, ObjectMeta::selfLink);
            var uid = fields.add("uid", STRING, ObjectMeta::uid);
            var version = fields.add("resourceVersion", STRING, ObjectMeta::resourceVersion);
            var generation = fields.add("generation", LONG, ObjectMeta::generation);
            var created = fields.maybe("creationTimestamp", TIME, ObjectMeta::creationTimestamp);
            var deleted = fields.maybe("deletionTimestamp", TIME, ObjectMeta::deletionTimestamp);
            var grace =
                fields.maybe(
                    "deletionGracePeriodSeconds", LONG, ObjectMeta::deletionGracePeriodSeconds);
            var labels = fields.map("labels", STRING, ObjectMeta::labels);
            var annotations = fields.map("annotations", STRING, ObjectMeta::annotations);
            var owners = fields.list("ownerReferences", OWNER, ObjectMeta::ownerReferences);
            var finalizers = fields.list("finalizers", STRING, ObjectMeta::finalizers);
            var managed = fields.list("managedFields", MANAGED_FIELDS, ObjectMeta::managedFields);
            return values ->
                new ObjectMeta(
                    values.get(name),
                    values.get(generateName),
                    values.get(namespace),
                    values.get(selfLink),
                    values.get(uid),
                    values.get(version),
                    values.get(generation),
                    values.get(created),
                    values.get(deleted),
                    values.get(grace),
                    values.get(labels),
                    values.get(annotations),
                    values.get(owners),
                    values.get(finalizers),
                    values.get(managed));
          });

  static final ObjectShape<Condition> CONDITION =
      ObjectShape.of(
          fields -> {
            var type = fields.always("type", STRING, Condition::type);
            var status = fields.always("status", STRING, Condition::status);
            var observed = fields.add("observedGeneration", LONG, Condition::observedGeneration);
            var transition =
                fields.maybe("lastTransitionTime", TIME, Condition::lastTransitionTime);
            var reason = fields.always("reason", STRING, Condition::reason);
            var message = fields.always("message", STRING, Condition::message);
            return values ->
                new Condition(
                    values.get(type),
                    values.get(status),
                    values.get(observed),
                    values.get(transition),
                    values.get(reason),
                    values.get(message));
          });

  private static final ObjectShape<NodeSelectorRequirement> REQUIREMENT =
      ObjectShape.of(
          fields -> {
            var key = fields.always("key", STRING, NodeSelectorRequirement::key);
            var operator = fields.always("operator", STRING, NodeSelectorRequirement::operator);
            var texts = fields.list("values", STRING, NodeSelectorRequirement::values);
            return values ->
                new NodeSelectorRequirement(
                    values.get(key), values.get(operator), values.get(texts));
          });

  static final ObjectShape<NodeSelectorTerm> NODE_SELECTOR_TERM =
      ObjectShape.of(
          fields -> {
            var expressions =
                fields.list("matchExpressions", REQUIREMENT, NodeSelectorTerm::matchExpressions);
            var names = fields.list("matchFields", REQUIREMENT, NodeSelectorTerm::matchFields);
            return values -> new NodeSelectorTerm(values.get(expressions), values.get(names));
          });

  private static final ObjectShape<LabelSelectorRequirement> LABEL_REQUIREMENT =
      ObjectShape.of(
          fields -> {
            var key = fields.always("key", STRING, LabelSelectorRequirement::key);
            var operator = fields.always("operator", STRING, LabelSelectorRequirement::operator);
            var texts = fields.list("values", STRING, LabelSelectorRequirement::values);
            return values ->
                new LabelSelectorRequirement(
                    values.get(key), values.get(operator), values.get(texts));
          });

  static final ObjectShape<LabelSelector> LABEL_SELECTOR =
      ObjectShape.of(
          fields -> {
            var labels = fields.map("matchLabels", STRING, LabelSelector::matchLabels);
            var expressions =
                fields.list("matchExpressions", LABEL_REQUIREMENT, LabelSelector::matchExpressions);
            return values -> new LabelSelector(values.get(labels), values.get(expressions));
          });

  public static final ObjectShape<NodeSelector> NODE_SELECTOR =
      ObjectShape.of(
          fields -> {
            var terms =
                fields.always(
                    "nodeSelectorTerms",
                    new WireShape.Items<>(NODE_SELECTOR_TERM),
                    NodeSelector::nodeSelectorTerms);
            return values -> new NodeSelector(values.get(terms));
          });
}
