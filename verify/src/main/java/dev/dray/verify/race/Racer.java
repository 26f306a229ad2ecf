package dev.dray.verify.race;

import dev.dray.verify.wire.Answer;
import dev.dray.verify.wire.Dice;
import dev.dray.verify.wire.Findings;
import dev.dray.verify.wire.Wire;
import java.io.IOException;
import java.util.List;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** One client with claims of its own, which it has allocated and released in every way there is. */
final class Racer {
  private static final List<String> WAYS =
      List.of("update", "merge-patch", "json-patch", "strategic-merge-patch", "apply-patch");
  private static final int REQUESTS = 2;
  private final String name;
  private final Wire wire;
  private final Books books;
  private final Findings findings;
  private final Dice dice;
  private final boolean guarded;
  private int wins;
  private int conflicts;

  Racer(String name, Wire wire, Books books, Findings findings, Dice dice, boolean guarded) {
    this.name = name;
    this.wire = wire;
    this.books = books;
    this.findings = findings;
    this.dice = dice;
    this.guarded = guarded;
  }

  String claim(int number) {
    return name + "-" + number;
  }

  int wins() {
    return wins;
  }

  int conflicts() {
    return conflicts;
  }

  void make(int number) throws IOException, InterruptedException {
    var whole = IntStream.range(0, REQUESTS).mapToObj(i -> request("r" + i, ""));
    var shares =
        Arena.AMOUNTS.stream()
            .map(
                it ->
                    request(
                        Arena.taking(it),
                        ",\"capacity\":{\"requests\":{\"memory\":\"%dGi\"}}".formatted(it)));
    var requests = Stream.concat(whole, shares).collect(Collectors.joining(","));
    wire.delete(Arena.CLAIMS + "/" + claim(number));
    wire.create(
            Arena.CLAIMS,
            "{\"metadata\":{\"name\":\"%s\"},\"spec\":{\"devices\":{\"requests\":[%s]}}}"
                .formatted(claim(number), requests))
        .good();
  }

  private static String request(String name, String more) {
    return "{\"name\":\"%s\",\"exactly\":{\"deviceClassName\":\"race\"%s}}".formatted(name, more);
  }

  /** Asks for an allocation; true if it was had. */
  boolean grab(int number, List<Prize> prizes) throws IOException, InterruptedException {
    var results =
        IntStream.range(0, prizes.size())
            .mapToObj(i -> prizes.get(i).result("r" + i, share()))
            .collect(Collectors.joining(","));
    var answer = write(claim(number), "{\"devices\":{\"results\":[%s]}}".formatted(results));
    if (answer.isGood()) {
      books.won(claim(number), prizes);
      wins++;
      return true;
    }
    conflicts++;
    refused(answer, number);
    return false;
  }

  /** Only the dice decide it, so that a run can be had again. */
  private String share() {
    return new UUID((dice.anyLong() & ~0xf000L) | 0x4000L, (dice.anyLong() >>> 2) | Long.MIN_VALUE)
        .toString();
  }

  private void refused(Answer answer, int number) {
    if (answer.code() != 409) {
      findings.add("%s was answered %d: %s", claim(number), answer.code(), answer.brief());
    } else if (guarded && !answer.body().contains(Arena.NAMESPACE + "/")) {
      findings.add("the conflict of %s names no other claim: %s", claim(number), answer.brief());
    }
  }

  /** Gives back what a claim has; true if it could. */
  boolean release(int number) throws IOException, InterruptedException {
    books.givingBack(claim(number));
    var answer =
        wire.patch(
            Arena.CLAIMS + "/" + claim(number) + "/status",
            "merge-patch",
            "{\"status\":{\"allocation\":null}}");
    if (!answer.isGood()) {
      findings.add("%s cannot be released: %d %s", claim(number), answer.code(), answer.brief());
    }
    return answer.isGood();
  }

  private Answer write(String claim, String allocation) throws IOException, InterruptedException {
    var way = dice.pick(WAYS);
    var at = Arena.CLAIMS + "/" + claim + "/status";
    var status = "{\"allocation\":%s}".formatted(allocation);
    return switch (way) {
      case "update" ->
          wire.update(at, withStatus(wire.get(Arena.CLAIMS + "/" + claim).good().json(), status));
      case "json-patch" ->
          wire.patch(
              at, way, "[{\"op\":\"add\",\"path\":\"/status\",\"value\":%s}]".formatted(status));
      case "apply-patch" ->
          wire.patch(
              at + "?fieldManager=racer&force=true",
              way,
              "{\"apiVersion\":\"resource.k8s.io/v1\",\"kind\":\"ResourceClaim\",\"metadata\":{\"name\":\"%s\"},\"status\":%s}"
                  .formatted(claim, status));
      default -> wire.patch(at, way, "{\"status\":%s}".formatted(status));
    };
  }

  private static String withStatus(JsonNode claim, String status) {
    var object = (ObjectNode) claim;
    object.set("status", Answer.parsed(status));
    return object.toString();
  }
}
