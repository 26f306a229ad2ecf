package dev.dray.kinds;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dray.api.json.Json;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class ServiceTest {
  private final World world = new World();

  private Json.Obj service(String spec) {
    return world.created("services", "{metadata: {name: s}, spec: %s}".formatted(spec));
  }

  private List<String> mistakes(String spec) {
    return World.messages(
        world.create("services", "{metadata: {name: s}, spec: %s}".formatted(spec)));
  }

  @Test
  void what_is_not_said_is_filled_in() {
    assertThat(service("{ports: [{port: 80}]}").object("spec"))
        .isEqualTo(
            World.tree(
                "{ports: [{port: 80, protocol: TCP, targetPort: 80}], sessionAffinity: None,"
                    + " type: ClusterIP, internalTrafficPolicy: Cluster}"));
    assertThat(service("{type: LoadBalancer, sessionAffinity: ClientIP, ports: [{port: 80}]}"))
        .matches(it -> it.text("spec", "externalTrafficPolicy").equals("Cluster"))
        .matches(it -> it.truth("spec", "allocateLoadBalancerNodePorts"))
        .matches(
            it ->
                it.number("spec", "sessionAffinityConfig", "clientIP", "timeoutSeconds")
                    .equals(Optional.of(10_800L)));
    assertThat(service("{clusterIP: None}").texts("spec", "clusterIPs")).containsExactly("None");
    assertThat(service("{ports: [{port: 80}]}").object("status"))
        .isEqualTo(Json.obj("loadBalancer", Json.Obj.EMPTY));
  }

  @Test
  void ports_have_numbers_protocols_and_names_of_their_own() {
    assertThat(mistakes("{}")).containsExactly("spec.ports: Required value");
    assertThat(mistakes("{ports: [{port: 0, targetPort: http-but-too-long-for-it, protocol: X}]}"))
        .containsExactly(
            "spec.ports[0].port: Invalid value: 0: must be between 1 and 65535, inclusive",
            "spec.ports[0].protocol: Unsupported value: \"X\": supported values: \"SCTP\", \"TCP\","
                + " \"UDP\"",
            "spec.ports[0].targetPort: Invalid value: \"http-but-too-long-for-it\": must be no more"
                + " than 15 characters");
    assertThat(mistakes("{ports: [{name: a, port: 1}, {name: a, port: 1}]}"))
        .containsExactly(
            "spec.ports[1].name: Duplicate value: \"a\"",
            "spec.ports[1]: Duplicate value: \"1/TCP\"");
    assertThat(mistakes("{ports: [{port: 1}, {name: b, port: 2, nodePort: 30000}]}"))
        .containsExactly(
            "spec.ports[0].name: Required value",
            "spec.ports[1].nodePort: Forbidden: may not be used when `type` is 'ClusterIP'");
  }

  @Test
  void types_and_addresses_are_checked() {
    assertThat(mistakes("{type: Other, ports: [{port: 1}]}"))
        .containsExactly(
            "spec.type: Unsupported value: \"Other\": supported values: \"ClusterIP\","
                + " \"ExternalName\", \"LoadBalancer\", \"NodePort\"");
    assertThat(mistakes("{type: ExternalName}"))
        .containsExactly("spec.externalName: Required value");
    assertThat(mistakes("{type: ExternalName, externalName: db.example.com.}")).isEmpty();
    assertThat(mistakes("{clusterIP: here, ports: [{port: 1}]}"))
        .containsExactly(
            "spec.clusterIPs[0]: Invalid value: \"here\": must be a valid IP address, (e.g."
                + " 10.9.8.7 or 2001:db8::ffff)");
    assertThat(mistakes("{type: NodePort, clusterIP: None, ports: [{port: 1}]}"))
        .containsExactly(
            "spec.clusterIPs[0]: Invalid value: \"None\": may not be set to 'None' for NodePort"
                + " services");
  }

  @Test
  void an_address_stays_once_it_is_set() {
    var stored = service("{clusterIP: 10.0.0.1, ports: [{port: 1}]}");

    assertThat(world.update("services", service("{ports: [{port: 2}]}"), stored).object())
        .matches(it -> it.text("spec", "clusterIP").equals("10.0.0.1"));
    assertThat(
            World.messages(
                world.update(
                    "services", service("{clusterIP: 10.0.0.2, ports: [{port: 1}]}"), stored)))
        .containsExactly(
            "spec.clusterIPs[0]: Invalid value: [\"10.0.0.2\"]: may not change once set");
  }

  @Test
  void tables_show_how_it_is_reached() {
    assertThat(
            world.cells(
                "services",
                service("{type: NodePort, selector: {a: b}, ports: [{port: 1, nodePort: 30000}]}")))
        .startsWith("s", "NodePort", "<none>", "<none>", "1:30000/TCP")
        .endsWith("a=b");
    assertThat(world.cells("services", service("{type: LoadBalancer, ports: [{port: 1}]}")))
        .contains("<pending>");
  }
}
