package dev.dray.selector;

import static dev.dray.selector.EntryName.Part.ATTRIBUTES;
import static dev.dray.selector.EntryName.Part.CAPACITY;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dray.selector.EntryName.DomainName;
import dev.dray.selector.ReadSet.Field;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReadSetTest {
  private static final EntryName MODEL = new EntryName(ATTRIBUTES, "d", "model");
  private static final DomainName DOMAIN = MODEL.domainName();

  @Test
  void an_expression_without_a_device_reads_nothing() {
    assertThat(Compiled.reads("true")).isEqualTo(reads(List.of(), List.of(), List.of(), List.of()));
  }

  @Test
  void the_headline_selector_reads_the_driver_one_attribute_and_one_capacity() {
    var expression =
        """
        device.driver == "d" && device.attributes["d"].model == "h200" &&
        device.capacity["d"].memory.compareTo(quantity("80Gi")) >= 0\
        """;

    assertThat(Compiled.reads(expression))
        .isEqualTo(
            reads(
                List.of(Field.DRIVER),
                List.of(),
                List.of(DOMAIN, new DomainName(CAPACITY, "d")),
                List.of(MODEL, new EntryName(CAPACITY, "d", "memory"))));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "device.attributes['d'].model == 'x'",
        "device.attributes.d['model'] == 'x'",
        "device.attributes['d'].?model.orValue('x') == 'x'",
        "device.attributes['d'][?'model'].hasValue()",
        "device.attributes[?'d'].model.hasValue()",
        "has(device.attributes['d'].model)",
        "'model' in device.attributes['d']",
        "cel.bind(a, device.attributes['d'], a.model == 'x' || a.model == 'y')",
        "cel.bind(d, 'd', device.attributes[d].model == 'x')",
        "cel.bind(v, device, v.attributes['d'].model == 'x')",
        "dyn(device.attributes['d']).model == 'x'",
        "optional.of(device.attributes).value()['d'].model == 'x'",
        "device.attributes['d'].model.exists(m, m == 'x')",
        "device.attributes['d'].model[0] == 'x'",
        "device.attributes['d'].?model.optMap(m, m == 'x').orValue(false)",
        "device.attributes['d'].model.includes('x')",
        "[1, 2].exists(i, device.attributes['d'].model == i)",
        "optional.of(device.attributes['d']).orValue(device.attributes['d']).model == 'x'"
      })
  void a_known_key_leads_to_one_entry_of_a_domain_that_may_be_missing(String expression) {
    assertThat(Compiled.reads(expression))
        .isEqualTo(reads(List.of(), List.of(), List.of(DOMAIN), List.of(MODEL)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "'d' in device.attributes",
        "has(device.attributes.d)",
        "device.attributes[?'d'].hasValue()",
        "device.attributes.?d.hasValue()"
      })
  void whether_a_domain_is_there_is_asked_without_reading_its_entries(String expression) {
    assertThat(Compiled.reads(expression))
        .isEqualTo(reads(List.of(), List.of(), List.of(DOMAIN), List.of()));
  }

  @Test
  void the_map_an_optional_holds_is_read_by_its_keys() {
    var reads = Compiled.reads("device.attributes[?'d'].optMap(m, m.model == 'x').orValue(false)");

    assertThat(reads).isEqualTo(reads(List.of(), List.of(), List.of(DOMAIN), List.of(MODEL)));
  }

  @Test
  void either_branch_may_be_taken() {
    var reads =
        Compiled.reads(
            "(device.allowMultipleAllocations ? device.attributes['d'] : device.attributes['e'])"
                + ".model == 'x'");

    assertThat(reads)
        .isEqualTo(
            reads(
                List.of(Field.ALLOW_MULTIPLE_ALLOCATIONS),
                List.of(),
                List.of(DOMAIN, new DomainName(ATTRIBUTES, "e")),
                List.of(MODEL, new EntryName(ATTRIBUTES, "e", "model"))));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "size(device.attributes['d']) > 1",
        "device.attributes['d'] == {}",
        "device.attributes['d'].exists(k, k == 'model')",
        "device.attributes['d'].exists(k, v, v == 'x')",
        "[device.attributes['d']].exists(m, m.model == 'x')",
        "{'m': device.attributes['d']}.m.model == 'x'",
        "device.attributes['d']['mo' + 'del'] == 'x'",
        "['model'].exists(k, device.attributes['d'][k] == 'x')",
        "['model'].exists(k, k in device.attributes['d'])",
        "type(device.attributes['d']) == map",
        "optional.ofNonZeroValue(device.attributes['d']).hasValue()",
        "cel.bind(a, device.attributes['d'], a.model == 'x' && size(a) > 2)"
      })
  void a_map_that_gets_away_is_read_whole(String expression) {
    assertThat(Compiled.reads(expression))
        .isEqualTo(reads(List.of(), List.of(DOMAIN), List.of(), List.of()));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "size(device.attributes) > 1",
        "device.attributes.exists(d, d == 'd')",
        "device.attributes.exists(d, ids, 'model' in ids)",
        "device.attributes['d' + ''].model == 'x'",
        "cel.bind(a, device.attributes, a['d'].model == 'x')"
      })
  void all_attributes_are_read_where_the_domain_is_not_known(String expression) {
    assertThat(Compiled.reads(expression))
        .isEqualTo(reads(List.of(Field.ATTRIBUTES), List.of(), List.of(), List.of()));
  }

  @ParameterizedTest
  @ValueSource(strings = {"device == device", "[device].exists(d, d.driver == 'x')"})
  void a_device_that_gets_away_is_read_whole(String expression) {
    assertThat(Compiled.reads(expression)).isEqualTo(ReadSet.WHOLE_DEVICE);
  }

  @Test
  void a_loop_variable_of_the_same_name_is_not_the_device() {
    assertThat(Compiled.reads("['x'].exists(device, device == 'x')"))
        .isEqualTo(reads(List.of(), List.of(), List.of(), List.of()));
  }

  @Test
  void a_name_is_known_by_domain_and_id_however_it_is_written() {
    assertThat(EntryName.of(ATTRIBUTES, "model", "d")).isEqualTo(MODEL);
    assertThat(EntryName.of(ATTRIBUTES, "d/model", "e")).isEqualTo(MODEL);
    assertThat(EntryName.of(ATTRIBUTES, "a/b/c", "d"))
        .isEqualTo(new EntryName(ATTRIBUTES, "a", "b/c"));
  }

  private static ReadSet reads(
      List<Field> fields,
      List<DomainName> domains,
      List<DomainName> presences,
      List<EntryName> entries) {
    return new ReadSet(
        new TreeSet<>(fields),
        new TreeSet<>(domains),
        new TreeSet<>(presences),
        new TreeSet<>(entries));
  }
}
