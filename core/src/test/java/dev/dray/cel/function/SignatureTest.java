package dev.dray.cel.function;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dray.cel.function.Signature.Style;
import dev.dray.cel.value.Type;
import java.util.List;
import org.junit.jupiter.api.Test;

class SignatureTest {
  @Test
  void what_stands_before_the_last_dot_is_the_receiver_if_it_is_a_type() {
    assertThat(Signature.of("list_join_string list(string).join(string) -> string"))
        .isEqualTo(
            new Signature(
                "list_join_string",
                "join",
                Style.MEMBER,
                List.of(Type.list(Type.STRING), Type.STRING),
                Type.STRING));
    assertThat(Signature.of("optional_of optional.of(V) -> optional(V)"))
        .isEqualTo(
            new Signature(
                "optional_of",
                "optional.of",
                Style.GLOBAL,
                List.of(Type.variable("V")),
                Type.optional(Type.variable("V"))));
  }

  @Test
  void operators_are_functions_of_their_operands() {
    assertThat(Signature.of("index_map _[_](map(A, B), A) -> B"))
        .isEqualTo(
            new Signature(
                "index_map",
                "_[_]",
                Style.GLOBAL,
                List.of(Type.map(Type.variable("A"), Type.variable("B")), Type.variable("A")),
                Type.variable("B")));
  }

  @Test
  void an_unknown_type_is_a_mistake_in_the_table() {
    assertThatThrownBy(() -> Signature.of("f f(Nothing) -> int"))
        .hasMessage("No such type (Nothing).");
  }
}
