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
          fields ->
              new OwnerReference(
                  fields.always("apiVersion", STRING, OwnerReference::apiVersion),
                  fields.always("kind", STRING, OwnerReference::kind),
                  fields.always("name", STRING, OwnerReference::name),
                  fields.always("uid", STRING, OwnerReference::uid),
                  fields.maybe("controller", BOOL, OwnerReference::controller),
                  fields.maybe("blockOwnerDeletion", BOOL, OwnerReference::blockOwnerDeletion)));

  private static final ObjectShape<ManagedFieldsEntry> MANAGED_FIELDS =
      ObjectShape.of(
          fields ->
              new ManagedFieldsEntry(
                  fields.add("manager", STRING, ManagedFieldsEntry::manager),
                  fields.add("operation", STRING, ManagedFieldsEntry::operation),
                  fields.add("apiVersion", STRING, ManagedFieldsEntry::apiVersion),
                  fields.maybe("time", TIME, ManagedFieldsEntry::time),
                  fields.add("fieldsType", STRING, ManagedFieldsEntry::fieldsType),
                  fields.maybe("fieldsV1", RAW, ManagedFieldsEntry::fieldsV1),
                  fields.add("subresource", STRING, ManagedFieldsEntry::subresource)));

  public static final ObjectShape<ObjectMeta> OBJECT_META =
      ObjectShape.of(
          fields ->
              new ObjectMeta(
                  fields.add("name", STRING, ObjectMeta::name),
                  fields.add("generateName", STRING, ObjectMeta::generateName),
                  fields.add("namespace", STRING, ObjectMeta::namespace),
                  fields.add("selfLink", STRING, ObjectMeta::selfLink),
                  fields.add("uid", STRING, ObjectMeta::uid),
                  fields.add("resourceVersion", STRING, ObjectMeta::resourceVersion),
                  fields.add("generation", LONG, ObjectMeta::generation),
                  fields.maybe("creationTimestamp", TIME, ObjectMeta::creationTimestamp),
                  fields.maybe("deletionTimestamp", TIME, ObjectMeta::deletionTimestamp),
                  fields.maybe(
                      "deletionGracePeriodSeconds", LONG, ObjectMeta::deletionGracePeriodSeconds),
                  fields.map("labels", STRING, ObjectMeta::labels),
                  fields.map("annotations", STRING, ObjectMeta::annotations),
                  fields.list("ownerReferences", OWNER, ObjectMeta::ownerReferences),
                  fields.list("finalizers", STRING, ObjectMeta::finalizers),
                  fields.list("managedFields", MANAGED_FIELDS, ObjectMeta::managedFields)));

  static final ObjectShape<Condition> CONDITION =
      ObjectShape.of(
          fields ->
              new Condition(
                  fields.always("type", STRING, Condition::type),
                  fields.always("status", STRING, Condition::status),
                  fields.add("observedGeneration", LONG, Condition::observedGeneration),
                  fields.maybe("lastTransitionTime", TIME, Condition::lastTransitionTime),
                  fields.always("reason", STRING, Condition::reason),
                  fields.always("message", STRING, Condition::message)));

  private static final ObjectShape<NodeSelectorRequirement> REQUIREMENT =
      ObjectShape.of(
          fields ->
              new NodeSelectorRequirement(
                  fields.always("key", STRING, NodeSelectorRequirement::key),
                  fields.always("operator", STRING, NodeSelectorRequirement::operator),
                  fields.list("values", STRING, NodeSelectorRequirement::values)));

  static final ObjectShape<NodeSelectorTerm> NODE_SELECTOR_TERM =
      ObjectShape.of(
          fields ->
              new NodeSelectorTerm(
                  fields.list("matchExpressions", REQUIREMENT, NodeSelectorTerm::matchExpressions),
                  fields.list("matchFields", REQUIREMENT, NodeSelectorTerm::matchFields)));

  private static final ObjectShape<LabelSelectorRequirement> LABEL_REQUIREMENT =
      ObjectShape.of(
          fields ->
              new LabelSelectorRequirement(
                  fields.always("key", STRING, LabelSelectorRequirement::key),
                  fields.always("operator", STRING, LabelSelectorRequirement::operator),
                  fields.list("values", STRING, LabelSelectorRequirement::values)));

  static final ObjectShape<LabelSelector> LABEL_SELECTOR =
      ObjectShape.of(
          fields ->
              new LabelSelector(
                  fields.map("matchLabels", STRING, LabelSelector::matchLabels),
                  fields.list(
                      "matchExpressions", LABEL_REQUIREMENT, LabelSelector::matchExpressions)));

  public static final ObjectShape<NodeSelector> NODE_SELECTOR =
      ObjectShape.of(
          fields ->
              new NodeSelector(
                  fields.always(
                      "nodeSelectorTerms",
                      new WireShape.Items<>(NODE_SELECTOR_TERM),
                      NodeSelector::nodeSelectorTerms)));
}
