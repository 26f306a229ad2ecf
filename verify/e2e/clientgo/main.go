// Command clientgo uses a server through client-go, as controllers and drivers do, and checks what
// comes of it. It ends with 1 if a check fails.
//
//	clientgo -kubeconfig FILE [-server SCRIPT -folder FOLDER] [CHECK...]
//
// With -server, a script such as verify/e2e/dray, the checks that need a crash of the server ask it
// for one; without it they are left out.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/clientcmd"

	corev1 "k8s.io/api/core/v1"
)

// world is what a check is given: clients, a namespace of its own, and a way to crash the server.
type world struct {
	config    *rest.Config
	client    kubernetes.Interface
	namespace string
	server    string
	folder    string
}

type check struct {
	name         string
	needsRestart bool
	run          func(ctx context.Context, w *world) error
}

var checks = []check{
	{name: "typed", run: typed},
	{name: "discovery", run: discover},
	{name: "dynamic", run: dynamically},
	{name: "pager", run: pages},
	{name: "watch", run: watches},
	{name: "watch-list", run: watchLists},
	{name: "conflict", run: conflicts},
	{name: "apply", run: applies},
	{name: "lease", run: elects},
	{name: "protobuf", run: protobuf},
	{name: "metadata", run: metadataOnly},
	{name: "informers", needsRestart: true, run: informs},
}

func main() {
	kubeconfig := flag.String("kubeconfig", "", "how to reach the server")
	server := flag.String("server", "", "the script that starts and kills the server")
	folder := flag.String("folder", "", "the folder the server was started on")
	flag.Parse()
	config, err := clientcmd.BuildConfigFromFlags("", *kubeconfig)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	// The limits of a client are not what is tested.
	config.QPS, config.Burst = 1000, 1000
	if !runAll(config, *server, *folder, flag.Args()) {
		os.Exit(1)
	}
}

func runAll(config *rest.Config, server, folder string, only []string) bool {
	good := true
	for _, c := range checks {
		if !wanted(c.name, only) {
			continue
		}
		if c.needsRestart && server == "" {
			fmt.Printf("  client-go %-12s left out: no -server to restart\n", c.name)
			continue
		}
		began := time.Now()
		err := runOne(config, server, folder, c)
		if err != nil {
			good = false
			fmt.Printf("  FAILED client-go %s: %v\n", c.name, err)
			continue
		}
		fmt.Printf("  client-go %-12s ok, %d ms\n", c.name, time.Since(began).Milliseconds())
	}
	return good
}

func runOne(config *rest.Config, server, folder string, c check) error {
	ctx, cancel := context.WithTimeout(context.Background(), 90*time.Second)
	defer cancel()
	client, err := kubernetes.NewForConfig(config)
	if err != nil {
		return err
	}
	space, err := client.CoreV1().Namespaces().Create(ctx, &corev1.Namespace{
		ObjectMeta: metav1.ObjectMeta{GenerateName: "e2e-go-" + c.name + "-"},
	}, metav1.CreateOptions{})
	if err != nil {
		return fmt.Errorf("no namespace for the check: %w", err)
	}
	w := &world{config: config, client: client, namespace: space.Name, server: server, folder: folder}
	result := c.run(ctx, w)
	err = client.CoreV1().Namespaces().Delete(ctx, space.Name, metav1.DeleteOptions{})
	if result == nil {
		result = err
	}
	return result
}

func wanted(name string, only []string) bool {
	if len(only) == 0 {
		return true
	}
	for _, o := range only {
		if o == name {
			return true
		}
	}
	return false
}

// crash kills the server and starts it again on the same data.
func (w *world) crash() error {
	for _, word := range []string{"kill", "start"} {
		answer, err := exec.Command(w.server, word, w.folder).CombinedOutput()
		if err != nil {
			return fmt.Errorf("%s %s: %w: %s", w.server, word, err, strings.TrimSpace(string(answer)))
		}
	}
	return nil
}

// until waits for something to come true and says what it was if it does not.
func until(ctx context.Context, what string, holds func() (bool, string)) error {
	deadline := time.Now().Add(30 * time.Second)
	last := ""
	for time.Now().Before(deadline) {
		var good bool
		if good, last = holds(); good {
			return nil
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("%s: %w; last seen: %s", what, ctx.Err(), last)
		case <-time.After(20 * time.Millisecond):
		}
	}
	return fmt.Errorf("%s did not come true in 30 s; last seen: %s", what, last)
}
