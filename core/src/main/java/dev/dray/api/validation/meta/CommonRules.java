package dev.dray.api.validation.meta;

import dev.dray.api.meta.FieldPath;
import dev.dray.api.meta.Formats;
import dev.dray.api.meta.NodeSelector;
import dev.dray.api.meta.NodeSelectorTerm;
import dev.dray.api.meta.ObjectMeta;
import dev.dray.api.meta.Violations;
import java.util.List;
import java.util.Map;

/** The rules that objects of all groups share, for kinds that are validated elsewhere. */
public final class CommonRules {
  private CommonRules() {}

  /**
   * Checks labels, annotations, owners and finalizers; neither names nor what an update must keep.
   */
  public static Violations metadata(ObjectMeta meta, FieldPath at) {
    return MetadataListRules.lists(meta, at).and(MetadataRules.finalizers(meta.finalizers()));
  }

  public static Violations labels(Map<String, String> labels, FieldPath at) {
    return MetadataListRules.labels(labels, at);
  }

  public static Violations labelKey(String key, FieldPath at) {
    return NameRules.labelKey(key, at);
  }

  public static Violations labelValue(String value, FieldPath at) {
    return NameRules.labelValue(value, at);
  }

  public static Violations dnsLabel(String value, FieldPath at) {
    return NameRules.dnsLabel(value, at);
  }

  public static Violations dnsSubdomain(String value, FieldPath at) {
    return NameRules.dnsSubdomain(value, at);
  }

  public static Violations nodeSelector(NodeSelector selector, FieldPath at) {
    return NodeSelectorRules.selector(selector, at);
  }

  public static Violations nodeSelectorTerm(NodeSelectorTerm term, FieldPath at) {
    return NodeSelectorRules.term(term, at);
  }

  /** Returns the reasons why a string is no DNS label; none if it is one. */
  public static List<String> dnsLabelMistakes(String value) {
    return Formats.isDnsLabel(value) ? List.of() : FormatWords.dnsLabel(value, "bytes");
  }

  /** Returns the reasons why a string is no DNS subdomain; none if it is one. */
  public static List<String> dnsSubdomainMistakes(String value) {
    return Formats.isDnsSubdomain(value) ? List.of() : FormatWords.dnsSubdomain(value, "bytes");
  }
}
