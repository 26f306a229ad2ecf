package dev.dray.patch;

import static dev.dray.patch.Trees.obj;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.dray.patch.PatchMistake.Sort;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class StrategicMergeTest {
  private static void merges(String spec, String patch, String expected) {
    var target = obj("{'spec':" + spec + "}");
    var change = obj("{'spec':" + patch + "}");
    assertThat(Patches.strategicMerge(target, change, Widgets.ONE))
        .isEqualTo(obj("{'spec':" + expected + "}"));
  }

  private static void refused(String spec, String patch, Sort sort, String words) {
    assertThatExceptionOfType(PatchMistake.class)
        .isThrownBy(() -> merges(spec, patch, "{}"))
        .withMessageContaining(words)
        .satisfies(mistake -> assertThat(mistake.sort()).isEqualTo(sort));
  }

  @Test
  void fields_merge_and_null_takes_away() {
    merges(
        "{'title':'a','replicas':1,'limits':{'x':'1','y':'2'}}",
        "{'title':'b','replicas':null,'limits':{'x':null,'z':'3'},'pool':{'name':'p','generation':null}}",
        "{'title':'b','limits':{'y':'2','z':'3'},'pool':{'name':'p'}}");
  }

  @Test
  void items_are_found_by_merge_key_and_the_patch_orders_them() {
    merges(
        "{'containers':[{'name':'a','image':'1'},{'name':'b','image':'1'}]}",
        "{'containers':[{'name':'b','image':'2'},{'name':'c'}]}",
        "{'containers':[{'name':'a','image':'1'},{'name':'b','image':'2'},{'name':'c'}]}");
    merges(
        "{'containers':[{'name':'a','env':[{'name':'x','value':'1'},{'name':'y','value':'1'}]}]}",
        "{'containers':[{'name':'a','env':[{'name':'y','value':'2'}]}]}",
        "{'containers':[{'name':'a','env':[{'name':'x','value':'1'},{'name':'y','value':'2'}]}]}");
  }

  @Test
  void plain_values_are_added_once() {
    merges("{'tags':['a','b']}", "{'tags':['b','c']}", "{'tags':['a','b','c']}");
    merges("{'args':['a','b']}", "{'args':['c']}", "{'args':['c']}");
  }

  @Test
  void items_and_values_can_be_deleted() {
    merges(
        "{'containers':[{'name':'a'},{'name':'b'}]}",
        "{'containers':[{'$patch':'delete','name':'a'}]}",
        "{'containers':[{'name':'b'}]}");
    merges(
        "{'tags':['a','b','c']}", "{'$deleteFromPrimitiveList/tags':['a','c']}", "{'tags':['b']}");
  }

  @Test
  void lists_and_objects_can_be_replaced_or_emptied() {
    merges(
        "{'containers':[{'name':'a'},{'name':'b'}]}",
        "{'containers':[{'name':'c'},{'$patch':'replace'}]}",
        "{'containers':[{'name':'c'}]}");
    merges(
        "{'pool':{'name':'p','generation':1}}",
        "{'pool':{'$patch':'replace','name':'q'}}",
        "{'pool':{'name':'q'}}");
    merges("{'pool':{'name':'p'}}", "{'pool':{'$patch':'delete'}}", "{'pool':{}}");
    merges("{}", "{'pool':{'$patch':'delete'}}", "{}");
    merges(
        "{'source':{'path':'a','branch':'b'}}",
        "{'source':{'path':'c'}}",
        "{'source':{'path':'c'}}");
  }

  @Test
  void the_order_of_items_can_be_set() {
    merges(
        "{'containers':[{'name':'a'},{'name':'s'},{'name':'b'}]}",
        "{'$setElementOrder/containers':[{'name':'b'},{'name':'n'},{'name':'a'}],"
            + "'containers':[{'name':'n'}]}",
        "{'containers':[{'name':'s'},{'name':'b'},{'name':'n'},{'name':'a'}]}");
    merges(
        "{'tags':['a','b','c']}",
        "{'$setElementOrder/tags':['c','a'],'$deleteFromPrimitiveList/tags':['b']}",
        "{'tags':['c','a']}");
    refused(
        "{'tags':['a']}",
        "{'$setElementOrder/tags':['a'],'tags':['z']}",
        Sort.UNFIT,
        "doesn't match $setElementOrder list");
  }

  @Test
  void keys_that_are_not_to_be_retained_go() {
    merges(
        "{'strategy':{'type':'Rolling','rolling':{'max':1}}}",
        "{'strategy':{'$retainKeys':['type'],'type':'Recreate'}}",
        "{'strategy':{'type':'Recreate'}}");
    refused(
        "{'strategy':{'type':'Rolling'}}",
        "{'strategy':{'$retainKeys':['rolling'],'type':'Recreate'}}",
        Sort.MALFORMED,
        "invalid patch format of retainKeys");
  }

  @Test
  void directives_without_sense_are_refused() {
    refused("{'pool':{}}", "{'pool':{'$patch':'merge'}}", Sort.UNFIT, "unknown patch type: merge");
    refused(
        "{'containers':[{'name':'a'}]}",
        "{'containers':[{'image':'x'}]}",
        Sort.UNFIT,
        "does not contain declared merge key: name");
    refused(
        "{'containers':[{'name':'a'}]}",
        "{'containers':[{'$patch':'merge','name':'a'}]}",
        Sort.UNFIT,
        "merging lists cannot yet be specified");
    refused("{'tags':['a']}", "{'tags':[1]}", Sort.UNFIT, "types are not identical");
    refused("{}", "{'$setElementOrder':['a']}", Sort.MALFORMED, "format of setElementOrder list");
    refused("{}", "{'$deleteFromPrimitiveList':['a']}", Sort.MALFORMED, "format of primitive list");
    refused("{}", "{'$setElementOrder/tags':7}", Sort.UNFIT, "expected a list");
  }

  @Test
  void maps_of_objects_merge_by_name() {
    merges(
        "{'shards':{'a':{'count':1,'label':'x'}}}",
        "{'shards':{'a':{'count':2},'b':{'count':3}}}",
        "{'shards':{'a':{'count':2,'label':'x'},'b':{'count':3}}}");
    merges(
        "{'data':{'a':{'b':1},'l':[1]}}",
        "{'data':{'a':{'c':2},'l':[2]}}",
        "{'data':{'a':{'b':1,'c':2},'l':[2]}}");
  }
}
